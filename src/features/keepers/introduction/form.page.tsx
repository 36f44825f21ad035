import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { parts } from '#content/section/parts.ts'
import { type Section, sections } from '#content/section/schema.ts'
import { text as names } from '#content/section/text.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LazyRichText } from '#ui/rich-text/lazy-rich-text.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { UnsavedNote } from '#ui/state/unsaved-note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { titled } from '#web/head.ts'
import { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import { text } from '../text.ts'
import type { Route } from './+types/form.page.ts'
import { NewIntroduction, type Written } from './schema.ts'

export const meta = titled(() => text.introductions)

export default function IntroductionPage({ params }: Route.ComponentProps) {
  const section = sections.find((one) => one === params.section)
  if (!section)
    return (
      <EmptyState
        slim
        fillsPage
        title={text.introduction.notFound}
        actions={<ButtonLink to="/dashboard/keepers/introductions">{text.introduction.back}</ButtonLink>}
      />
    )
  return (
    <Desk title={text.introduction.title(names.sections[section])}>
      <Opened key={section} section={section} />
    </Desk>
  )
}

function Opened({ section }: { section: Section }) {
  const list = useAnswer(['introduction', 'list'], (options) => api.introduction.list({}, options), {
    staleTime: 0,
    // Someone else's change must not replace the text being written; saving reports the conflict.
    refetchOnWindowFocus: false,
  })
  if (list.isFetching && !list.isFetchedAfterMount) return <Skeleton shape="list" />
  return (
    <Loaded query={list} failed={text.introduction.failed}>
      {({ items }) => <Form section={section} written={items.find((one) => one.section === section)} />}
    </Loaded>
  )
}

function Form({ section, written }: { section: Section; written: Written | undefined }) {
  const words = text.introduction
  const queryClient = useQueryClient()
  const page = parts.flatMap(({ children }) => children).find(({ name }) => name === section)?.href
  const { control, getValues, errorOf, submit, failure, busy, isUnsaved, discard, round } = usePostForm({
    draft: formDraftName(`introduction:${section}`),
    version: written?.updatedAt ?? null,
    initial: { body: written?.body ?? '' },
    schema: NewIntroduction.pick({ body: true }),
    words: () => ({ check: text.introduction.notSaved, failed: text.introduction.notSaved }),
    async send({ body }, version) {
      await api.introduction.update({ section, body, updatedAt: version as string | null })
      notify.success(text.introduction.saved)
      void queryClient.invalidateQueries({ queryKey: ['introduction'] })
    },
  })
  return (
    <CheckedForm className="stack gap-5" onSubmit={submit}>
      {isUnsaved && <UnsavedNote onDiscard={discard} />}
      <Controller
        control={control}
        name="body"
        render={({ field }) => (
          <LazyRichText
            key={round}
            label={words.body}
            hint={words.hint}
            error={errorOf('body')}
            initial={getValues('body')}
            onChange={field.onChange}
            onPictureFailed={(error) => notify.error(error.message)}
          />
        )}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {words.save}
        </Button>
        {page && (
          <ButtonLink variant="line" href={page}>
            {words.page}
          </ButtonLink>
        )}
        <ButtonLink variant="text" to="/dashboard/keepers/introductions">
          {words.back}
        </ButtonLink>
      </div>
    </CheckedForm>
  )
}
