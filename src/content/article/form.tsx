import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { LateRichText } from '#ui/late-rich-text.tsx'
import { api } from '#web/api.ts'
import { draftOf } from '#web/draft.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { uploadPicture } from '#web/upload.ts'
import { type Audience, AudienceFields, audienceChange, audienceOf, postedAudience } from '../entry/audience-fields.tsx'
import { AttachmentField, useAttachment } from '../media/attachment.tsx'
import { categories, type FullArticle, NewArticle } from './schema.ts'
import { text } from './text.ts'

const words = text.form
const OTHER = 'other'

type Values = {
  title: string
  category: string
  ownCategory: string
  content: string
  tags: string[]
  audience: Audience
  state: 'draft' | 'published'
}

export type ArticleFormProps = {
  /** The article to change; without it a new one is written, and kept on the device until it is posted. */
  article?: FullArticle
  /** Called with what the server kept. */
  onSubmitted: (article: FullArticle) => void
  /** Called where it waits on this device instead. */
  onKept?: (() => void) | undefined
}

/** The whole form of an article (spec §5), its two buttons included. */
export function ArticleForm({ article, onSubmitted, onKept }: ArticleFormProps) {
  const draft = draftOf<Values>('article')
  const [initial] = useState(() => (article ? valuesOf(article) : { ...blank, ...draft.read() }))
  const form = useForm<Values>({
    defaultValues: initial,
    resolver: zodResolver(NewArticle.transform((value) => value)) as never,
  })
  const cover = useAttachment(article?.cover, article ? undefined : 'coverImage')
  // An editor takes new text only as a new editor.
  const [round, setRound] = useState(0)
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const { register, control, watch, setError, formState } = form

  useEffect(() => {
    if (article) return
    const watching = watch((values) => draft.write(values as Values))
    return () => watching.unsubscribe()
  }, [article, watch, draft])

  async function send(state: Values['state']) {
    setFailure(null)
    const { ownCategory, category, audience, ...rest } = form.getValues()
    try {
      const values = {
        ...rest,
        state,
        category: category === OTHER ? ownCategory : category,
        coverImage: cover.address(words),
      }
      const kept = article
        ? await api.article.update({ ...values, ...audienceChange(article, audience), id: article.id })
        : await sendOrKeep(
            'article.create',
            { ...values, ...postedAudience(audience) },
            {
              title: values.title,
              edit: { page: '/contribute/articles', draft: 'article', values: form.getValues() },
            },
          )
      if (!article) draft.clear()
      if (!kept) return startAnew()
      notify.success(article ? words.saved : state === 'draft' ? words.kept : words.posted)
      onSubmitted(kept)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError((path === 'category' && category === OTHER ? 'ownCategory' : path) as keyof Values, { message })
      setFailure({ title: words.failed, message: error.message })
    }
  }

  function startAnew() {
    form.reset(blank)
    cover.remove()
    draft.clear()
    setRound(round + 1)
    onKept?.()
  }

  function submit(state: Values['state']) {
    return () => {
      form.setValue('state', state)
      return validated(
        form,
        () => send(state),
        () => setFailure({ title: words.check, message: '' }),
      )
    }
  }

  const { errors, isSubmitting } = formState
  const category = watch('category')
  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit('published')()
      }}
    >
      <TextField label={words.title} maxLength={200} error={errors.title?.message} {...register('title')} />
      <SelectField label={words.category} error={errors.category?.message} {...register('category')}>
        {categories.map((name) => (
          <option key={name} value={name}>
            {text.categoryName(name)}
          </option>
        ))}
        <option value={OTHER}>{text.other}</option>
      </SelectField>
      {category === OTHER && (
        <TextField
          label={words.ownCategory}
          maxLength={60}
          error={errors.ownCategory?.message}
          {...register('ownCategory')}
        />
      )}
      <AttachmentField file={cover} label={words.cover} hint={words.coverHint(useMaxUploadMb())} accept="image/*" />
      <Controller
        control={control}
        name="content"
        render={({ field, fieldState }) => (
          <LateRichText
            key={round}
            label={words.content}
            hint={article ? undefined : words.contentHint}
            error={fieldState.error?.message}
            initial={round ? '' : initial.content}
            onChange={field.onChange}
            onPicture={uploadPicture}
            onPictureFailed={(error) => notify.error(error.message)}
          />
        )}
      />
      <Controller
        control={control}
        name="tags"
        render={({ field, fieldState }) => (
          <TagInput
            label={words.tags}
            optional
            maxLength={50}
            error={fieldState.error?.message}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={article} posted />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        {article?.state !== 'published' && (
          <Button variant="line" onClick={submit('draft')} busy={isSubmitting}>
            {words.draft}
          </Button>
        )}
        <Button type="submit" busy={isSubmitting}>
          {article?.state === 'published' ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}

const blank: Values = {
  title: '',
  category: categories[0],
  ownCategory: '',
  content: '',
  tags: [],
  audience: audienceOf(undefined, 'members'),
  state: 'published',
}

function valuesOf(article: FullArticle): Values {
  const known = (categories as readonly string[]).includes(article.category)
  return {
    title: article.title,
    category: known ? article.category : OTHER,
    ownCategory: known ? '' : article.category,
    content: article.content,
    tags: article.tags,
    audience: audienceOf(article, article.visibility),
    state: article.state === 'draft' ? 'draft' : 'published',
  }
}

function validated(form: UseFormReturn<Values>, send: () => Promise<void>, refuse: () => void) {
  return form.handleSubmit(send, refuse)()
}
