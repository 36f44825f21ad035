import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { parts } from '#features/home/sections.ts'
import { text as ofSite } from '#features/home/text.ts'
import { type Section, sections } from '#features/suggestion/schema.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LateRichText } from '#ui/late-rich-text.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { Desk } from '../desk.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/form.page.ts'
import { NewIntroduction, type Written } from './schema.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.introductions} | ${matches[0].loaderData?.siteName}` }]
}

export default function IntroductionPage({ params }: Route.ComponentProps) {
  const section = sections.find((one) => one === params.section)
  if (!section)
    return (
      <EmptyState
        slim
        whole
        title={text.introduction.notFound}
        actions={<ButtonLink to="/dashboard/keepers/introductions">{text.introduction.back}</ButtonLink>}
      />
    )
  return (
    <Desk title={text.introduction.title(ofSite.sections[section])}>
      <Loaded key={section} section={section} />
    </Desk>
  )
}

function Loaded({ section }: { section: Section }) {
  const list = useQuery({
    queryKey: ['introduction', 'list'],
    queryFn: ({ signal }) => api.introduction.list({}, { signal }),
    staleTime: 0,
    // What is being written is not replaced by what someone else wrote: saving says so.
    refetchOnWindowFocus: false,
  })
  if (list.isPending || list.isRefetching) return <Skeleton shape="list" label={text.loading} />
  if (list.isError)
    return (
      <ErrorState title={text.introduction.failed} onRetry={() => list.refetch()} busy={list.isFetching}>
        {list.error.message}
      </ErrorState>
    )
  return <Form section={section} written={list.data.items.find((one) => one.section === section)} />
}

function Form({ section, written }: { section: Section; written: Written | undefined }) {
  const words = text.introduction
  const queryClient = useQueryClient()
  const [updatedAt] = useState(written?.updatedAt ?? null)
  const page = parts.flatMap(({ children }) => children).find(({ name }) => name === section)?.href
  const { control, getValues, errorOf, submit, failure, busy } = usePostForm({
    draft: null,
    initial: { body: written?.body ?? '' },
    schema: NewIntroduction.pick({ body: true }),
    words: () => ({ check: text.introduction.notSaved, failed: text.introduction.notSaved }),
    async send({ body }) {
      await api.introduction.update({ section, body, updatedAt })
      notify.success(text.introduction.saved)
      await queryClient.invalidateQueries({ queryKey: ['introduction'] })
    },
  })
  const [body] = useState(() => getValues('body'))
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <Controller
        control={control}
        name="body"
        render={({ field }) => (
          <LateRichText
            label={words.body}
            hint={words.hint}
            error={errorOf('body')}
            initial={body}
            onChange={field.onChange}
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
    </form>
  )
}
