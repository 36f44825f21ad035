import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { draftOf } from './draft.ts'
import { ApiError, isStale } from './errors.ts'

type Failure = { title: string; message?: string }

export type PostFormOptions<V extends FieldValues> = {
  /** Kept on the device under this name until it is posted; an entry that is being changed is not. */
  draft: string | null
  initial: V
  /** What refuses before anything is sent; it knows these fields at least. */
  schema: Parameters<typeof zodResolver>[0]
  /** Null: it waits in the outbox, and the form starts anew. */
  send: (values: V) => Promise<unknown>
  /** What stands above the button: when fields are refused, and when the server did not take it. */
  words: () => { check: string; failed: string }
}

/** What is wrong with one of a list stands beside the list. */
const fieldOf = (path: string) => path.split('.')[0] ?? path

/** A form that keeps what is typed, and puts each refusal beside its field. `submit` goes to the form's onSubmit. */
export function usePostForm<V extends FieldValues>({ draft, initial, schema, send, words }: PostFormOptions<V>) {
  const kept = draft === null ? null : draftOf<V>(draft)
  const queryClient = useQueryClient()
  const [first] = useState(() => ({ ...initial, ...kept?.read() }))
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm<V>({ defaultValues: first as DefaultValues<V>, resolver: zodResolver(schema) as never })
  const { watch, handleSubmit, getValues, setError, formState } = form

  useEffect(() => {
    if (draft === null) return
    const watching = watch((values) => draftOf<V>(draft).write(values as V))
    return () => watching.unsubscribe()
  }, [draft, watch])

  async function post() {
    setFailure(null)
    try {
      if ((await send(getValues())) === null) form.reset(initial as DefaultValues<V>)
      kept?.clear()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // Told so once, whoever saves again means it: what is there now is what it is changed from then.
      if (isStale(error)) void queryClient.invalidateQueries()
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues)
        if (fieldOf(path) in first) setError(fieldOf(path) as Path<V>, { message })
      const elsewhere = issues.find(({ path }) => !(fieldOf(path) in first))
      setFailure({ title: words().failed, message: elsewhere?.message ?? error.message })
    }
  }

  const errorOf = (name: Path<V>) => formState.errors[name]?.message as string | undefined
  const submit = (event: FormEvent) => handleSubmit(post, () => setFailure({ title: words().check }))(event)
  return { ...form, errorOf, submit, failure, busy: formState.isSubmitting }
}
