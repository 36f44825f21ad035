import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import type { useUpload } from '#web/upload.ts'
import type { FileKind, ListedFile, ListedPicture } from './schema.ts'
import { text } from './text.ts'

/** One file of a list as a form holds it. */
export type FileItem = {
  url: string
  kind: FileKind
  /** Bytes. */
  size: number
  /** Bytes that it had before it was made small. */
  from?: number
  /** The text instead of a picture, or the caption. */
  label: string
  role: 'before' | 'after' | null
}

type Props = {
  label: string
  hint?: string
  error?: string | undefined
  accept: string
  value: FileItem[]
  onChange: (value: FileItem[]) => void
  /** What is being sent; the form waits for it before it posts. */
  sending: ReturnType<typeof useUpload>
  /** What the text of each file is. */
  said: 'alt' | 'caption'
  /** Whether each says that it shows what was before, or after. */
  roles?: boolean
}

/** Any number of files, sent one by one; each with its text, in an order that can be changed. */
export function FileListField({ label, hint, error, accept, value, onChange, sending, said, roles }: Props) {
  const words = text.list
  const { upload, pick, remove, retry, original, onOriginal } = sending

  useEffect(() => {
    if (upload?.state !== 'sent' || !upload.fileUrl || upload.kind === 'other') return
    const { fileUrl: url, kind, size, from } = upload
    onChange([...value, { url, kind, size, ...(from && { from }), label: '', role: null }])
    remove()
  }, [upload, value, onChange, remove])

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
            file={{ name: item.label || words.item(at + 1), ...item, previewUrl: item.url, state: 'sent' }}
            onPick={pick}
            onRemove={() => onChange(value.filter((_, place) => place !== at))}
          />
          <TextField
            label={words[said]}
            aria-label={`${words[said]} ${words.item(at + 1)}`}
            optional
            hint={said === 'alt' ? words.altHint : undefined}
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
        hint={hint}
        error={upload?.error ?? error}
        accept={accept}
        file={upload}
        onPick={pick}
        onRemove={remove}
        onRetry={retry}
        original={original}
        onOriginal={onOriginal}
      />
    </fieldset>
  )
}

/** A list as an entry answers it, as the form holds it. */
export function itemsOf(list: readonly (ListedPicture | ListedFile)[]): FileItem[] {
  return list.map((file) => ({
    url: file.url,
    kind: file.kind,
    size: file.size ?? 0,
    label: 'alt' in file ? file.alt : file.caption,
    role: 'role' in file ? file.role : null,
  }))
}
