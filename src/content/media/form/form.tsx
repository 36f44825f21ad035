import { useEffect, useState } from 'react'
import { z } from 'zod'
import { pointView } from '#content/entry/point/point-field.tsx'
import type { NewPoint } from '#content/entry/schema.ts'
import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { isoDay } from '#text/day.ts'
import { Button } from '#ui/button.tsx'
import { formatBytes } from '#ui/data/formats.ts'
import { FileField, type PickedFile } from '#ui/form/file-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { LazyPart } from '#ui/state/lazy-part.tsx'
import { heldFile, isHeld } from '#web/outbox/held-files.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { Controlled, EntryForm } from '../entry-form/entry-form.tsx'
import { asLines, asTyped } from '../entry-form/options.ts'
import { useEntryForm } from '../entry-form/use-entry-form.ts'
import { type Media, NewMedia } from '../schema.ts'
import { text } from '../text.ts'

// This part is loaded on demand: with its calendar it is as large as the rest of the form, and few people open it.
const recordingFields = () => import('./recording-fields.tsx').then((module) => module.RecordingFields)

export type Values = {
  title: string
  description: string
  tags: string[]
  audience: Audience
  transcript: string
  translation: string
  language: string
  speakers: string[]
  /** In the format of DateField. */
  recordedAt: string
  place: string
  point: NewPoint | null
  /** The uploaded file. It survives a reload for as long as the server stores it. */
  file: (Pick<PickedFile, 'name' | 'size' | 'kind'> & { url: string }) | null
}

const Checked = NewMedia.omit({ type: true }).extend({ link: z.string().min(1, { error: () => text.form.choose }) })

/** Placeholder for the address of a file until `uploads.ready` has resolved. */
const onItsWay = 'on its way'

export type MediaFormProps = {
  /** The post to edit; undefined for a new one, which is stored on the device until it is posted. */
  media?: Media | undefined
  /** Called with the server's answer. */
  onSubmitted: (media: Media) => void
  /** Called if the post waits in the outbox instead. */
  onStored?: (() => void) | undefined
}

/** The form for a picture, video or recording, with its button. */
export function MediaForm({ media, onSubmitted, onStored }: MediaFormProps) {
  const words = text.form
  const uploads = useUploads()
  const { upload, pick, remove, restore, retry, original, onOriginal, current, address, recorder } = useUpload({
    uploads,
    name: `media:${media?.id ?? 'new'}:link`,
    field: media ? undefined : 'link',
  })
  const form = useEntryForm<'media', Values>({
    type: 'media',
    entry: media,
    blank,
    restore: stillHeld,
    valuesOf,
    inputOf: ({ file, recordedAt, audience: _, ...fields }) => ({
      ...fields,
      recordedAt: recordedAt || null,
      link: file?.url ?? '',
    }),
    schema: Checked,
    title: ({ title }) => title,
    fields: () => ({
      file: { label: words.file, show: (file) => (file ? `${file.name}, ${formatBytes(file.size)}` : '') },
      title: asTyped(words.title),
      description: asTyped(words.description),
      tags: asLines(words.tags),
      transcript: asTyped(words.transcript),
      translation: asTyped(words.translation),
      language: asTyped(words.language),
      speakers: asLines(words.speakers),
      recordedAt: asTyped(words.recordedAt),
      place: asTyped(words.place),
      point: pointView(),
    }),
    uploads,
    complete(values) {
      const picked = current()
      if (!picked) return values
      const { name, size, kind } = picked
      return { ...values, file: { name, size, kind, url: address() ?? onItsWay } }
    },
    clearFiles() {
      // The value is cleared first: if only the outbox knows its address, no player can load it.
      form.setValue('file', null)
      remove()
    },
    isPost: true,
    words: () => ({ ...text.form, publish: text.form.post, check: media ? text.form.notSaved : text.form.failed }),
    onSubmitted,
    onStored,
  })
  const { watch, setValue, getValues, clearErrors, errorOf, field } = form
  const [more, setMore] = useState(() => {
    const first = getValues()
    return first.point !== null || moreFields.some((name) => first[name].length > 0)
  })
  const file = watch('file')

  useEffect(() => {
    const { file } = getValues()
    if (file && !media && !isHeld(file.url)) void restore({ ...file, fileUrl: file.url })
  }, [getValues, media, restore])

  useEffect(() => {
    if (!upload?.fileUrl) return
    const { name, size, kind, fileUrl } = upload
    setValue('file', { name, size, kind, url: fileUrl })
    clearErrors('link' as 'file')
  }, [upload, setValue, clearErrors])

  return (
    <EntryForm form={form}>
      <FileField
        label={words.file}
        hint={words.hint(useMaxUploadMb())}
        accept="image/*,video/*,audio/*"
        error={upload?.error ?? errorOf('link')}
        file={upload ?? (file && { ...file, previewUrl: file.url, state: 'sent' })}
        onPick={(picked, recorded) => {
          setValue('file', null)
          pick(picked, recorded)
        }}
        onRemove={() => {
          remove()
          setValue('file', null)
        }}
        onRetry={retry}
        original={original}
        onOriginal={onOriginal}
        recorder={recorder}
      />
      <TextField maxLength={200} {...field('title')} />
      <TextArea optional maxLength={5000} {...field('description')} />
      <Controlled form={form} name="tags">
        {(field) => <TagInput optional maxLength={50} {...field} />}
      </Controlled>
      <p>
        <Button variant="text" icon={more ? 'x' : 'plus'} aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? words.fewer : words.more}
        </Button>
      </p>
      {more && <LazyPart load={recordingFields} partProps={{ form, entryId: media?.id }} />}
    </EntryForm>
  )
}

const moreFields = ['transcript', 'translation', 'language', 'speakers', 'recordedAt', 'place'] as const

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

/** Drops a file that was held in memory and was lost when the page was closed. */
function stillHeld(values: Partial<Values>): Partial<Values> {
  const isMissing = isHeld(values.file?.url) && !heldFile(values.file.url)
  return isMissing ? { ...values, file: null } : values
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
