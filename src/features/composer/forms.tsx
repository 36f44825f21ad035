import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Entry } from '#content/entry/schema.ts'

type Posted = Pick<Entry, 'id' | 'unlisted'>
/** `onStored` is called if the post waits on this device for signal. */
type FormProps = { onSubmitted: (posted: Posted) => void; onStored?: (() => void) | undefined }
export type PostForm = ComponentType<FormProps>

/** Shows a form for a new post. After something is posted, the lists of its type are reloaded. */
export function Compose({ type, Form, onSubmitted, onStored }: FormProps & { type: string; Form: PostForm }) {
  const queryClient = useQueryClient()
  function submitted(posted: Posted) {
    void queryClient.invalidateQueries({ queryKey: [type] })
    onSubmitted(posted)
  }
  return <Form onSubmitted={submitted} onStored={onStored} />
}
