import { type ChangeEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { LogoContext, LogoMark } from '#ui/drawing/brand.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { uploadFile } from '#web/upload/send-file.ts'
import { text } from './text.ts'

/** A logo that isn't saved yet: the uploaded file and its picture in this browser, or null for the default logo. */
export type PickedLogo = { fileUrl: string | null; preview: string | null } | undefined

type Props = { current: string | null; logo: PickedLogo; onPick: (logo: PickedLogo) => void }

export function LogoField({ current, logo, onPick }: Props) {
  const [isUploading, setUploading] = useState(false)
  const [note, setNote] = useState<string>()
  const shown = logo ? logo.preview : current

  async function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    setUploading(true)
    try {
      setNote(undefined)
      const fileUrl = await uploadFile(file, { onFacts: ({ note }) => note && setNote(note) })
      // The site may accept a picture that this browser can't show.
      const bitmap = await createImageBitmap(file).catch(() => null)
      bitmap?.close()
      onPick({ fileUrl, preview: bitmap && URL.createObjectURL(file) })
    } catch (error) {
      const isPicture = !(error instanceof ApiError && error.code === 'unsupported_media')
      notify.error(`${text.logoFailed} ${isPicture ? (error as Error).message : text.notPicture}`)
    } finally {
      setUploading(false)
    }
  }

  return (
    <Section id="logo" title={text.logo}>
      <div className="row">
        <span className="brand">
          <LogoContext value={shown}>
            <LogoMark />
          </LogoContext>
        </span>
        <div className="stack gap-3 grow">
          <p className="small dim" id="logo-hint">
            {text.logoHint}
          </p>
          {note && (
            <p className="small" role="status">
              {note}
            </p>
          )}
          <div className="row">
            <span className="pick">
              <input
                id="logo-file"
                type="file"
                accept="image/*"
                aria-labelledby="logo-choose"
                aria-describedby="logo-hint"
                onChange={pick}
              />
              <label className="btn line" htmlFor="logo-file" id="logo-choose" aria-busy={isUploading}>
                {text.chooseLogo}
              </label>
            </span>
            {shown && (
              <Button variant="text" onClick={() => onPick(current ? { fileUrl: null, preview: null } : undefined)}>
                {text.removeLogo}
              </Button>
            )}
          </div>
          <p role="status">{logo && (logo.fileUrl ? text.logoChosen : text.logoRemoved)}</p>
        </div>
      </div>
    </Section>
  )
}
