import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { type DraftName, draftOf } from './drafts/draft.ts'
import { ApiError, isStale, PostCancelled } from './errors.ts'
import { fieldsOf } from './fields.ts'
import { text } from './text.ts'
import type { Uploads } from './upload/uploads.ts'

type Failure = { title: string; message?: string }

type Version = string | number | null | undefined
type Stored<V> = Partial<V> & { basedOn?: Version }

export type PostFormOptions<V extends FieldValues> = {
  /** Name of the draft stored on the device until it is posted or saved; null for a form without one. */
  draft: DraftName | null
  /** For a form that changes something: the version that it was loaded with. A draft remembers its own. */
  version?: Version
  initial: V
  /** Validates the values before anything is sent. It must cover at least these fields. */
  schema: Parameters<typeof zodResolver>[0]
  /** The form's files. The form waits for uploads in progress and then posts automatically. */
  uploads?: Uploads
  /**
   * Returns null if the post waits in the outbox; the form is then emptied. `version` is the one that the values are
   * based on.
   */
  send: (values: V, version: Version) => Promise<unknown>
  /** Messages above the button: for invalid fields, and for a post that failed. */
  words: () => { check: string; failed: string }
}

/** Returns the field that shows an error: for a list item, the whole list. */
const fieldOf = (path: string) => path.split('.')[0] ?? path

/** Returns a form that can store a draft and shows each refusal beside its field. `submit` is the form's onSubmit. */
export function usePostForm<V extends FieldValues>(options: PostFormOptions<V>) {
  const { draft, version, initial, schema, uploads, send, words } = options
  const storedDraft = draft === null ? null : draftOf<Stored<V>>(draft)
  const queryClient = useQueryClient()
  const [{ basedOn = version, ...typed }] = useState((): Stored<V> => storedDraft?.read() ?? {})
  const [first] = useState(() => ({ ...initial, ...typed }) as V)
  // Undefined once the member has been told of a newer version: the next save is then based on that.
  const base = useRef<Version>(basedOn)
  const saved = useRef({ initial, version })
  saved.current = { initial, version }
  const [isUnsaved, setUnsaved] = useState(Object.keys(typed).length > 0)
  // A rich-text editor picks up a new value only when it is remounted.
  const [round, setRound] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  // The button is busy only after the next render: until then, this keeps a second press from posting again.
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
    const watching = watch((values) => {
      const stored = draftOf<Stored<V>>(draft)
      const basedOn = base.current === undefined ? saved.current.version : base.current
      if (JSON.stringify(values) === JSON.stringify(saved.current.initial)) stored.clear()
      else {
        stored.write({ ...(values as V), basedOn })
        if (!stored.isKept()) setFailure({ title: text.deviceFull })
      }
    })
    return () => watching.unsubscribe()
  }, [draft, watch])

  async function post() {
    setFailure(null)
    try {
      await uploads?.ready()
      const from = base.current === undefined ? version : base.current
      if ((await send(getValues(), from)) === null) form.reset(initial as DefaultValues<V>)
      storedDraft?.clear()
      base.current = undefined
      setUnsaved(false)
      uploads?.posted()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof PostCancelled) return
      // Once the member has been told of the conflict, saving again is intentional: the change is then based on the
      // current version.
      if (isStale(error)) {
        base.current = undefined
        storedDraft?.write(getValues())
        void queryClient.invalidateQueries()
      }
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
  /** Discards unsaved changes and shows the saved version. */
  function discard() {
    base.current = undefined
    form.reset(initial as DefaultValues<V>)
    storedDraft?.clear()
    setUnsaved(false)
    setRound(round + 1)
  }
  const field = fieldsOf(form)
  return { ...form, field, errorOf, submit, failure, busy: formState.isSubmitting, isUnsaved, discard, round }
}
