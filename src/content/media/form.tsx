import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { FileField, type PickedFile } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { isoDay } from '#ui/formats.ts'
import { LatePart } from '#ui/late-part.tsx'
import { api } from '#web/api.ts'
import { draftOf } from '#web/draft.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { heldFile, isHeld } from '#web/outbox/held.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { useUpload } from '#web/upload.ts'
import { type Audience, AudienceFields, audienceChange, audienceOf, postedAudience } from '../entry/audience-fields.tsx'
import type { NewPoint } from '../entry/schema.ts'
import { type Media, NewMedia } from './schema.ts'
import { text } from './text.ts'

// With its calendar it weighs as much as the rest of the form, and few open it.
const knownFields = () => import('./known-fields.tsx').then((module) => module.KnownFields)

export type Values = {
  title: string
  description: string
  tags: string[]
  audience: Audience
  transcript: string
  translation: string
  language: string
  speakers: string[]
  /** As of a DateField. */
  recordedAt: string
  place: string
  point: NewPoint | null
  /** Of what has arrived: it outlives the page for as long as the server keeps it. */
  file: (Pick<PickedFile, 'name' | 'size' | 'kind'> & { url: string }) | null
}

const Checked = z.preprocess(
  (values: Values) => ({ ...values, recordedAt: values.recordedAt || null }),
  NewMedia.omit({ link: true, type: true }),
)

export type MediaFormProps = {
  /** The post to change; without it a new one is made, and kept on the device until it is posted. */
  media?: Media
  /** Called with what the server kept. */
  onSubmitted: (media: Media) => void
  /** Called where it waits on this device instead. */
  onKept?: (() => void) | undefined
}

/** The whole form of a picture, video or recording (spec §5), its button included. */
export function MediaForm({ media, onSubmitted, onKept }: MediaFormProps) {
  const words = text.form
  const draft = draftOf<Values>('media')
  const [initial] = useState(() => (media ? valuesOf(media) : { ...blank, ...stillHeld(draft.read()) }))
  const form = useForm<Values>({ defaultValues: initial, resolver: zodResolver(Checked) as never })
  const { upload, pick, remove, retry, original, onOriginal } = useUpload(media ? undefined : 'link')
  const [more, setMore] = useState(() => initial.point !== null || known.some((name) => initial[name].length > 0))
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const { register, control, watch, setError, setValue, clearErrors, formState } = form
  const { errors, isSubmitting } = formState
  const file = watch('file')

  useEffect(() => {
    if (media) return
    const watching = watch((values) => draft.write(values as Values))
    return () => watching.unsubscribe()
  }, [media, watch, draft])

  useEffect(() => {
    if (!upload?.fileUrl) return
    const { name, size, kind, fileUrl } = upload
    setValue('file', { name, size, kind, url: fileUrl })
    clearErrors('file')
  }, [upload, setValue, clearErrors])

  const failedText = media ? words.notSaved : words.failed

  async function send() {
    setFailure(null)
    if (upload?.state === 'sending') return setFailure({ title: words.stillSending, message: '' })
    if (upload?.state === 'failed') return setFailure({ title: failedText, message: words.notSent })
    if (!file) {
      setError('file', { message: words.choose })
      return setFailure({ title: failedText, message: '' })
    }
    // As typed: what was parsed has the defaults of a new post, which would narrow one that is changed.
    const { file: _, recordedAt, audience, ...rest } = form.getValues()
    const link = file.url === media?.link ? undefined : file.url
    const changed = { ...rest, recordedAt: recordedAt || null }
    try {
      const kept = media
        ? await api.media.update({
            ...changed,
            ...audienceChange(media, audience),
            ...(link && { link }),
            id: media.id,
          })
        : await sendOrKeep(
            'media.create',
            { ...changed, ...postedAudience(audience), link: file.url },
            { title: changed.title, edit: { page: '/contribute/media', draft: 'media', values: form.getValues() } },
          )
      if (!media) draft.clear()
      if (!kept) {
        form.reset(blank)
        remove()
        draft.clear()
        return onKept?.()
      }
      notify.success(media ? words.saved : words.posted)
      onSubmitted(kept)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError((path === 'link' ? 'file' : path.split('.')[0]) as keyof Values, { message })
      setFailure({ title: failedText, message: error.message })
    }
  }

  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={form.handleSubmit(send, () => setFailure({ title: failedText, message: '' }))}
    >
      <FileField
        label={words.file}
        hint={words.hint(useMaxUploadMb())}
        accept="image/*,video/*,audio/*"
        error={upload?.error ?? errors.file?.message}
        file={upload ?? (file && { ...file, previewUrl: file.url, state: 'sent' })}
        onPick={(picked) => {
          setValue('file', null)
          pick(picked)
        }}
        onRemove={() => {
          remove()
          setValue('file', null)
        }}
        onRetry={retry}
        original={original}
        onOriginal={onOriginal}
      />
      <TextField label={words.title} maxLength={200} error={errors.title?.message} {...register('title')} />
      <TextArea
        label={words.description}
        optional
        maxLength={5000}
        error={errors.description?.message}
        {...register('description')}
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
      <p>
        <Button variant="text" icon={more ? 'x' : 'plus'} aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? words.fewer : words.more}
        </Button>
      </p>
      {more && <LatePart load={knownFields} given={{ form, entryId: media?.id }} />}
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={media} posted />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={isSubmitting}>
          {media ? words.save : words.post}
        </Button>
      </div>
    </form>
  )
}

const known = ['transcript', 'translation', 'language', 'speakers', 'recordedAt', 'place'] as const

const blank: Values = {
  title: '',
  description: '',
  tags: [],
  audience: audienceOf(undefined, 'members'),
  transcript: '',
  translation: '',
  language: '',
  speakers: [],
  recordedAt: '',
  place: '',
  point: null,
  file: null,
}

/** A file that was held back went with its page. */
function stillHeld(values: Partial<Values>): Partial<Values> {
  const gone = isHeld(values.file?.url) && !heldFile(values.file.url)
  return gone ? { ...values, file: null } : values
}

function valuesOf(media: Media): Values {
  const { title, description, tags, transcript, translation, language, speakers, recordedAt, place } = media
  const kind = media.type.toLowerCase() as PickedFile['kind']
  return {
    ...{ title, description, tags, transcript, translation, language, speakers, place, point: media.point },
    audience: audienceOf(media, media.visibility),
    recordedAt: recordedAt ? isoDay(recordedAt) : '',
    file: { name: media.title, size: media.size ?? 0, kind, url: media.link },
  }
}
