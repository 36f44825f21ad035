import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { heldFile, isHeld, previewOf } from '#web/outbox/held-files.ts'
import type { Upload } from '#web/upload/state.ts'
import { fileProps, type useUpload } from '#web/upload/upload.ts'
import type { ListedFile, ListedPicture } from '../schema.ts'
import { text } from './text.ts'

export type FileItem = {
  url: string
  /** `other` until the site has looked at a file whose type the device doesn’t know. */
  kind: Upload['kind']
  /** Size in bytes. */
  size: number
  /** Size in bytes before it was made smaller. */
  from?: number
  /** The alternative text of a picture, or the caption. */
  label: string
  role: 'before' | 'after' | null
  /** Advice about this kind of file. */
  note?: string
  /** True if the server has deleted it, so that only this device may have it. */
  isGone?: boolean
}

type Props = {
  label: string
  error?: string | undefined
  accept: string
  value: FileItem[]
  onChange: (value: FileItem[]) => void
  /** The current upload; the form posts the result of `allFiles`. */
  sending: ReturnType<typeof useUpload>
  /** The meaning of each file's text. */
  textField: 'alt' | 'caption'
  /** True if each file can be marked as showing the state before or after conservation. */
  roles?: boolean
}

/** Uploads any number of files one by one, each with a text, in an order that can be changed. */
export function FileListField({ label, error, accept, value, onChange, sending, textField, roles }: Props) {
  const words = text.list
  const { upload, pick, passOn, restoreListed, forgetListed } = sending
  // Previews of stored files appear once they are restored.
  const [, setRestored] = useState(false)
  const now = useRef({ value, onChange })
  now.current = { value, onChange }

  useEffect(() => {
    const item = itemOf(upload)
    if (!item) return
    void passOn().then((isThere) => {
      const { value, onChange } = now.current
      // A draft may have it already, if its copy on the device is still the field's recording.
      if (isThere && value.every(({ url }) => url !== item.url)) onChange([...value, item])
    })
  }, [upload, passOn])

  // The device may have files that the draft lacks. Files that neither the device nor the server has any more leave the
  // list.
  useEffect(() => {
    let isOpen = true
    const onSent = (before: string, url: string) => {
      const { value, onChange } = now.current
      onChange(value.map((item) => (item.url === before ? { ...item, url, isGone: false } : item)))
    }
    const inForm = now.current.value.map(({ url }) => url)
    void restoreListed(inForm, onSent).then((files) => {
      if (!isOpen) return
      setRestored(true)
      const { value, onChange } = now.current
      const isOnDevice = (url: string) => heldFile(url) || files.some(({ fileUrl }) => fileUrl === url)
      const there = value.filter(({ url, isGone }) => (!isHeld(url) && !isGone) || isOnDevice(url))
      const missing = files.map(itemOf).filter((item) => item && value.every(({ url }) => url !== item.url))
      if (there.length < value.length || missing.length > 0) onChange([...there, ...(missing as FileItem[])])
    })
    return () => {
      isOpen = false
    }
  }, [restoreListed])

  const change = (at: number, part: Partial<FileItem>) =>
    onChange(value.map((item, place) => (place === at ? { ...item, ...part } : item)))
  const toFront = (at: number) => {
    const item = value[at]
    if (item) onChange([item, ...value.filter((_, place) => place !== at)])
  }

  return (
    <fieldset className="stack">
      <legend>{label}</legend>
      {value.map((item, at) => (
        <div key={item.url} className="block quiet stack gap-3">
          <FileField
            label={words.item(at + 1)}
            accept={accept}
            file={{
              name: item.label || words.item(at + 1),
              ...item,
              previewUrl: previewOf(item.url),
              state: 'sent',
              held: isHeld(item.url),
            }}
            onPick={pick}
            onRemove={() => {
              forgetListed(item.url)
              onChange(value.filter((_, place) => place !== at))
            }}
          />
          <TextField
            label={words[textField]}
            aria-label={`${words[textField]} ${words.item(at + 1)}`}
            optional
            hint={textField === 'alt' ? words.altHint : undefined}
            maxLength={300}
            value={item.label}
            onChange={({ target }) => change(at, { label: target.value })}
          />
          {roles && (
            <SelectField
              label={words.role}
              aria-label={`${words.role} ${words.item(at + 1)}`}
              value={item.role ?? ''}
              onChange={({ target }) => change(at, { role: (target.value || null) as FileItem['role'] })}
            >
              <option value="">{words.roles.none}</option>
              <option value="before">{words.roles.before}</option>
              <option value="after">{words.roles.after}</option>
            </SelectField>
          )}
          {at > 0 && (
            <Button variant="line" onClick={() => toFront(at)}>
              {words.toFront}
              <span className="sr"> {words.item(at + 1)}</span>
            </Button>
          )}
        </div>
      ))}
      <FileField
        label={value.length ? words.another : words.add}
        optional
        accept={accept}
        {...fileProps(sending)}
        error={upload?.error ?? error}
      />
    </fieldset>
  )
}

/** Returns the files to post: the list, and the file that has just been uploaded or handed over. */
export function allFiles(value: readonly FileItem[], sending: Props['sending']): FileItem[] {
  const last = itemOf(sending.current())
  return last && value.every(({ url }) => url !== last.url) ? [...value, last] : [...value]
}

type Listed = Pick<Upload, 'state' | 'fileUrl' | 'kind' | 'size' | 'from'> & { note?: Upload['note'] }

function itemOf(upload: Listed | null): FileItem | undefined {
  if (upload?.state !== 'sent' || !upload.fileUrl) return undefined
  const { fileUrl: url, kind, size, from, note } = upload
  return { url, kind, size, ...(from && { from }), label: '', role: null, ...(note && { note }) }
}

/** A list of files as a field of a form, of which `input` sends something different in each type. */
export const files = {
  blank: [] as FileItem[],
  of: (list: readonly (ListedPicture | ListedFile)[]): FileItem[] =>
    list.map((file) => ({
      url: file.url,
      kind: file.kind,
      size: file.size ?? 0,
      label: 'alt' in file ? file.alt : file.caption,
      role: 'role' in file ? file.role : null,
    })),
  show: (items: readonly FileItem[]) =>
    items.map((item, at) => [text.list.item(at + 1), item.label].filter(Boolean).join(': ')).join('\n'),
}

/** A list of pictures, each with its alternative text. */
export const pictures = {
  ...files,
  input: (items: readonly FileItem[]) => items.map(({ url, label }) => ({ url, alt: label })),
}
