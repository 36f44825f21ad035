import { useState } from 'react'
import { FileField } from '#ui/form/file-field.tsx'
import type { UploadOptions } from '#web/upload/state.ts'
import { fileProps, useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import type { FilePresentation } from '../schema.ts'

/**
 * Returns a form's uploads and a function for the options of the file in one of its fields, under whose names the device
 * stores it. @param start takes the place of the id in the form of a new entry
 */
export function useFormUploads(type: string, entry: { id: string } | undefined, start = 'new') {
  const uploads = useUploads()
  const fileIn = (field: string): UploadOptions => ({
    uploads,
    name: `${type}:${entry?.id ?? start}:${field}`,
    field: entry ? undefined : field,
  })
  return { uploads, fileIn }
}

/** Manages one file of a form, such as a recording, stored or uploading. @param first the file that the entry has */
export function useAttachment(first: FilePresentation | null | undefined, options: UploadOptions) {
  const [existing, setExisting] = useState(first ?? null)
  const [old, setOld] = useState(existing)
  const { remove, ...sending } = useUpload(options)
  return {
    ...sending,
    old,
    remove: () => {
      remove()
      setOld(null)
    },
    /** Shows the entry's current file instead of the one picked here. */
    reset(now: FilePresentation | null) {
      remove()
      setExisting(now)
      setOld(now)
    },
    /**
     * Returns the address to post once `uploads.ready` has resolved: null to remove the file, undefined if it stays.
     */
    address(): string | null | undefined {
      return sending.address() ?? (existing && !old ? null : undefined)
    },
  }
}

type AttachmentFieldProps = {
  file: ReturnType<typeof useAttachment>
  label: string
  hint?: string
  accept: string
  error?: string | undefined
}

export function AttachmentField({ file, label, hint, accept, error }: AttachmentFieldProps) {
  const { upload, old } = file
  return (
    <FileField
      label={label}
      optional
      hint={hint}
      accept={accept}
      {...fileProps(file)}
      error={upload?.error ?? error}
      file={upload ?? (old && { name: label, size: old.size ?? 0, kind: old.kind, previewUrl: old.url, state: 'sent' })}
    />
  )
}
