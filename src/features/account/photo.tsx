import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { SquareCrop } from '#ui/media/square-crop.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { updateUser } from '#web/session/session.ts'
import { uploadFile } from '#web/upload/send-file.ts'
import type { Profile } from './schema.ts'
import { text } from './text.ts'

const words = text.profile

/** Shows the member's photo, which they can choose, crop, change or remove. */
export function ProfilePhoto({ profile }: { profile: Profile }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const keep = useKeep()

  const save = useMutation({
    mutationFn: async () => api.account.setPhoto({ fileUrl: await uploadFile(await fileOf(canvas.current), () => {}) }),
    onSuccess: (changed) => {
      keep(changed)
      setPicture(null)
      notify.success(words.photoSaved)
    },
    onError: (error) => notify.error(`${words.photoFailed} ${error.message}`),
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
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      notify.error(words.notPicture)
    }
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
        <div className="row">
          <span className="pick">
            <input
              ref={input}
              id="photo-file"
              type="file"
              accept="image/jpeg,image/png,image/webp"
              aria-labelledby="photo photo-choose"
              aria-describedby="photo-hint"
              onChange={pick}
            />
            <label className="btn line" htmlFor="photo-file" id="photo-choose">
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
          <Button busy={save.isPending} onClick={() => save.mutate()}>
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
