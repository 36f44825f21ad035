import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { kindName } from '#content/entry/kind-names.ts'
import { Button } from '#ui/button.tsx'
import { acceptSound, accepts } from '#ui/form/accept.ts'
import { FileField } from '#ui/form/file-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { LazyPart } from '#ui/state/lazy-part.tsx'
import { heldFile, isHeld } from '#web/outbox/held-files.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { useUpload } from '#web/upload/upload.ts'
import { Controlled, EntryForm } from '../entry-form/entry-form.tsx'
import type { InputOf } from '../entry-form/fields.ts'
import type { EntryFormProps } from '../entry-form/options.ts'
import { useEntryForm } from '../entry-form/use-entry-form.ts'
import { type Asked, asked, askedIn, looks } from '../kind.ts'
import { NewMedia } from '../schema.ts'
import { useFormUploads } from './attachment.tsx'
import { text } from './text.ts'
import { fields, type Values } from './values.ts'

// This part is loaded on demand: with its calendar it is as large as the rest of the form, and few people open it.
const recordingFields = () => import('./recording-fields.tsx').then((module) => module.RecordingFields)

const Checked = (choose: () => string) =>
  NewMedia.omit({ type: true }).extend({ link: z.string().min(1, { error: choose }) })

const acceptOf = { picture: 'image/*', video: 'video/*', recording: acceptSound } satisfies Record<Asked, string>

/** Placeholder for the address of a file until `uploads.ready` has resolved. */
const onItsWay = 'on its way'

/** The form for a picture, video or recording, or for the one that the address asks for, with its button. */
export function MediaForm(props: EntryFormProps<'media'>) {
  const media = props.entry
  const [params, setParams] = useSearchParams()
  const as = media ? undefined : askedIn(params.toString())
  const words = as ? { ...text, ...text.asked[as], file: kindName(asked[as]) } : text
  const { uploads, fileIn } = useFormUploads('media', media)
  const { upload, pick, remove, restore, retry, original, onOriginal, current, address, recorder } = useUpload(
    fileIn('link'),
  )
  const form = useEntryForm<'media', Values>({
    ...props,
    type: 'media',
    restore: stillHeld,
    fields,
    inputOf: ({ file, ...input }: InputOf<typeof fields>) => ({ ...input, link: file?.url ?? '' }),
    schema: Checked(() => words.choose),
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
    words: () => ({ ...text, publish: words.post, check: media ? text.notSaved : text.failed }),
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

  // A draft with another kind of file continues in the form for all kinds.
  const kind = upload?.kind ?? file?.kind
  const isOther = as && kind && !accepts(acceptOf[as], kind === 'other' ? '' : `${kind}/`)
  useEffect(() => {
    const withoutKind = (params: URLSearchParams) => {
      params.delete('as')
      return params
    }
    if (isOther) setParams(withoutKind, { replace: true, preventScrollReset: true })
  }, [isOther, setParams])

  return (
    <EntryForm form={form}>
      <FileField
        label={words.file}
        hint={words.hint(useMaxUploadMb())}
        accept={as ? acceptOf[as] : 'image/*,video/*,audio/*'}
        first={as && looks[asked[as]].icon}
        refusalOf={as && text.asked[as].other}
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
      {more && <LazyPart load={recordingFields} partProps={{ form }} />}
    </EntryForm>
  )
}

const moreFields = ['transcript', 'translation', 'language', 'speakers', 'recordedAt', 'place'] as const

/** Drops a file that was held in memory and was lost when the page was closed. */
function stillHeld(values: Partial<Values>): Partial<Values> {
  const isMissing = isHeld(values.file?.url) && !heldFile(values.file.url)
  return isMissing ? { ...values, file: null } : values
}
