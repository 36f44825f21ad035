import { useState } from 'react'
import { FileField } from '#ui/form/file-field.tsx'
import { useUpload } from '#web/upload.ts'
import type { FilePresentation } from './schema.ts'

/**
 * One file of a form, such as a recording: what is there already, or what is being sent.
 * @param hold as of `useUpload`
 */
export function useAttachment(existing: FilePresentation | null = null, hold?: string) {
  const [old, setOld] = useState(existing)
  const { remove, ...sending } = useUpload(hold)
  const { upload } = sending
  return {
    ...sending,
    old,
    remove: () => {
      remove()
      setOld(null)
    },
    /** What to post: an address, null for none, undefined where nothing changes. Throws a sentence while it can't be told. */
    address(words: { stillSending: string; notSent: string }): string | null | undefined {
      if (upload?.state === 'sending') throw new Error(words.stillSending)
      if (upload?.state === 'failed') throw new Error(words.notSent)
      return upload?.fileUrl ?? (existing && !old ? null : undefined)
    },
  }
}

type AttachmentFieldProps = {
  file: ReturnType<typeof useAttachment>
  label: string
  hint?: string
  accept: string
}

export function AttachmentField({ file, label, hint, accept }: AttachmentFieldProps) {
  const { upload, old, pick, remove, retry, original, onOriginal } = file
  return (
    <FileField
      label={label}
      optional
      hint={hint}
      accept={accept}
      error={upload?.error}
      file={upload ?? (old && { name: label, size: old.size ?? 0, kind: old.kind, previewUrl: old.url, state: 'sent' })}
      onPick={pick}
      onRemove={remove}
      onRetry={retry}
      original={original}
      onOriginal={onOriginal}
    />
  )
}
