import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { type DraftName, draftOf } from './draft.ts'
import { ApiError, isStale, PostCancelled } from './errors.ts'
import type { Uploads } from './upload/uploads.ts'

type Failure = { title: string; message?: string }

export type PostFormOptions<V extends FieldValues> = {
  /** Name of the draft stored on the device until it is posted; null for changes to an existing entry. */
  draft: DraftName | null
  initial: V
  /** Validates the values before anything is sent. It must cover at least these fields. */
  schema: Parameters<typeof zodResolver>[0]
  /** The form's files. The form waits for uploads in progress and then posts automatically. */
  uploads?: Uploads
  /** Returns null if the post waits in the outbox; the form is then emptied. */
  send: (values: V) => Promise<unknown>
  /** Messages above the button: for refused fields, and for a post that the server refused. */
  words: () => { check: string; failed: string }
}

/** Returns the field that shows an error: for a list item, the whole list. */
const fieldOf = (path: string) => path.split('.')[0] ?? path

/** Returns a form that stores a draft and shows each refusal beside its field. `submit` is the form's onSubmit. */
export function usePostForm<V extends FieldValues>(options: PostFormOptions<V>) {
  const { draft, initial, schema, uploads, send, words } = options
  const storedDraft = draft === null ? null : draftOf<V>(draft)
  const queryClient = useQueryClient()
  const [first] = useState(() => ({ ...initial, ...storedDraft?.read() }))
  const [failure, setFailure] = useState<Failure | null>(null)
  // Prevents a second press before the button is busy from posting twice.
  const isPosting = useRef(false)
  const form = useForm<V>({
    defaultValues: first as DefaultValues<V>,
    resolver: zodResolver(schema) as never,
    // `CheckedForm` moves the focus, in page order.
    shouldFocusError: false,
  })
  const { watch, handleSubmit, getValues, setError, formState } = form

  useEffect(() => {
    if (draft === null) return
    const watching = watch((values) => draftOf<V>(draft).write(values as V))
    return () => watching.unsubscribe()
  }, [draft, watch])

  async function post() {
    setFailure(null)
    try {
      await uploads?.ready()
      if ((await send(getValues())) === null) form.reset(initial as DefaultValues<V>)
      storedDraft?.clear()
      uploads?.posted()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof PostCancelled) return
      // Once the member has been told of the conflict, saving again is intentional: the change is then based on the
      // current version.
      if (isStale(error)) void queryClient.invalidateQueries()
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues)
        if (fieldOf(path) in first) setError(fieldOf(path) as Path<V>, { message })
      const otherIssue = issues.find(({ path }) => !(fieldOf(path) in first))
      setFailure({ title: words().failed, message: otherIssue?.message ?? error.message })
    }
  }

  const errorOf = (name: Path<V>) => formState.errors[name]?.message as string | undefined
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPosting.current) return
    isPosting.current = true
    try {
      await uploads?.stopRecording()
      await handleSubmit(post, () => setFailure({ title: words().check }))()
    } finally {
      isPosting.current = false
    }
  }
  return { ...form, errorOf, submit, failure, busy: formState.isSubmitting }
}
