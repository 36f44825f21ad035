import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { SquareCrop } from '#ui/media/square-crop.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { updateUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { uploadFile } from '#web/upload/send-file.ts'
import type { Profile } from './schema.ts'
import { text } from './text.ts'

const words = text.profile

/** Shows the member's photo, which they can choose, crop, change or remove. */
export function ProfilePhoto({ profile }: { profile: Profile }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [note, setNote] = useState<string>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const keep = useKeep()

  const save = useMutation({
    /** @param uncropped a photo to save as it is, instead of the cropped one */
    mutationFn: async (uncropped: File | undefined) => {
      setNote(undefined)
      const photo = uncropped ?? (await fileOf(canvas.current))
      const fileUrl = await uploadFile(photo, { onFacts: ({ note }) => note && setNote(note) })
      return api.account.setPhoto({ fileUrl })
    },
    onSuccess: (changed) => {
      keep(changed)
      setPicture(null)
      notify.success(words.photoSaved)
    },
    onError(error) {
      const isPicture = !(error instanceof ApiError && error.code === 'unsupported_media')
      notify.error(isPicture ? `${words.photoFailed} ${error.message}` : words.notPicture)
    },
  })
  async function remove() {
    keep(await api.account.removePhoto({}))
    notify.success(words.photoRemoved)
    input.current?.focus()
  }

  async function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const bitmap = await createImageBitmap(file).catch(() => null)
    if (bitmap) setPicture(bitmap)
    // This browser can't open the file, but the server may be able to.
    else save.mutate(file)
  }

  return (
    <section className="photo" aria-labelledby="photo">
      <Avatar name={profile.name} photo={profile.avatar} huge />
      <div className="stack gap-3">
        <h2 className="t2" id="photo">
          {words.photo}
        </h2>
        <p className="small dim" id="photo-hint">
          {profile.avatar ? words.photoHint : `${words.noPhoto} ${words.photoHint}`}
        </p>
        {note && (
          <p className="small" role="status">
            {note}
          </p>
        )}
        <div className="row">
          <span className="pick">
            <input
              ref={input}
              id="photo-file"
              type="file"
              accept="image/*"
              aria-labelledby="photo photo-choose"
              aria-describedby="photo-hint"
              onChange={pick}
            />
            <label className="btn line" htmlFor="photo-file" id="photo-choose" aria-busy={save.isPending}>
              {profile.avatar ? words.changePhoto : words.addPhoto}
            </label>
          </span>
          {profile.avatar && (
            <ConfirmButton label={words.removePhoto} deletes variant="text" title={words.removeTitle} act={remove}>
              {words.removeBody}
            </ConfirmButton>
          )}
        </div>
      </div>
      <Dialog
        open={picture !== null}
        onClose={() => setPicture(null)}
        dismissible={false}
        title={words.crop}
        footer={
          <Button busy={save.isPending} onClick={() => save.mutate(undefined)}>
            {words.keepPhoto}
          </Button>
        }
      >
        {picture && <SquareCrop picture={picture} canvas={canvas} />}
      </Dialog>
    </section>
  )
}

/** Returns a function that shows a changed profile everywhere on the screen: in the bar, the form and the bylines. */
export function useKeep() {
  const queryClient = useQueryClient()
  return (profile: Profile) => {
    queryClient.setQueryData(['account', 'profile'], profile)
    updateUser(profile)
    // Bylines come with their entries, so everything else is reloaded.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'account' })
  }
}

async function fileOf(canvas: HTMLCanvasElement | null): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => {
    if (canvas) canvas.toBlob(resolve, 'image/jpeg', 0.9)
    else resolve(null)
  })
  if (!blob) throw new Error(words.notPicture)
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}
