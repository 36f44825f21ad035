import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type DefaultValues, get, type Path, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Entry } from '#content/entry/schema.ts'
import { text as ofEntries } from '#content/entry/text.ts'
import { audienceChange, postedAudience } from '#content/entry/visibility/audience-fields.tsx'
import { kinds } from '#content/kinds.ts'
import { changedFields, isSame } from '#core/concurrency/changed-fields.ts'
import type { ChangedFrom } from '#core/operation.ts'
import { focusFirstInvalid } from '#ui/form/checked-form.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError, isStale, PostCancelled } from '#web/errors.ts'
import { sendOrStore } from '#web/outbox/send-or-store.ts'
import { notify } from '#web/toasts.ts'
import { type EntryValues, formInput, formValues } from './fields.ts'
import { type Choice, type Difference, differencesOf, merge } from './merge.ts'
import type { EntryFormOptions, EntryFormWords, EntryType, Intent, Loaded } from './options.ts'
import { text } from './text.ts'
import { readDraft, useDraft } from './use-draft.ts'
import { readChanges, useEditDraft } from './use-edit-draft.ts'

type Failure = { title: string; message?: string | undefined }

/** The site's version that a save conflicted with, and what the save was meant to do. */
export type Conflict<T extends EntryType, V extends EntryValues> = {
  theirs: Loaded<T>
  mine: V
  theirValues: V
  fields: Difference[]
  attachments: Difference[]
  intent: Intent
}

/** The API operations that every type has, for a type that is only known at run time. */
type Rows<E> = {
  get: (input: { id: string }) => Promise<E>
  update: (input: Record<string, unknown>, options: ChangedFrom) => Promise<E>
}

export type EntryForm<T extends EntryType, V extends EntryValues> = ReturnType<typeof useEntryForm<T, V>>

/**
 * Creates or edits an entry of any type: shows errors beside fields, stores the input of a new entry on the device,
 * posts it through the outbox without signal, and opens the conflict screen if someone else changed the entry
 * meanwhile. Render it with `EntryForm`.
 */
export function useEntryForm<T extends EntryType, V extends EntryValues>(options: EntryFormOptions<T, V>) {
  const { type, entry, fields, schema, uploads, attachments = {} } = options
  const {
    initial: preset,
    page = kinds[type].form,
    device = type,
    complete = (values: V) => values,
    restore = (values: Partial<V>) => values,
    title = (values: V) => values.title as string,
    clearFiles,
    isPost = false,
    words,
    onSubmitted,
    onStored,
  } = options
  const valuesOf = (entry?: Loaded<T>) =>
    formValues<V>(fields, entry as Entry | undefined, isPost ? 'members' : 'public')
  const inputOf = (values: V) => {
    const input = formInput(fields, values)
    return options.inputOf ? options.inputOf(input as never) : input
  }
  const blank = { ...valuesOf(), ...preset }
  const rows = api[type] as unknown as Rows<Loaded<T>>
  const queryClient = useQueryClient()
  // `base` is the version that was opened. It stays when the page reloads the entry; otherwise a save would overwrite
  // unseen changes.
  const [unsaved] = useState(() => (entry ? readChanges<Loaded<T>, V>(type, entry) : null))
  const [base, setBase] = useState(unsaved?.base ?? entry)
  const [draftName] = useState(() => formDraftName(device))
  const stored = base ? null : draftOf<V>(draftName)
  const [initial] = useState(() =>
    entry
      ? { ...valuesOf(entry), ...(unsaved && restore(unsaved.values)) }
      : { ...blank, ...restore(readDraft<V>(draftName)) },
  )
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<Conflict<T, V> | null>(null)
  // An editor shows a new text only if it is mounted again.
  const [round, setRound] = useState(0)
  const element = useRef<HTMLFormElement | null>(null)
  const isPosting = useRef(false)
  const form = useForm<V>({
    defaultValues: initial as DefaultValues<V>,
    shouldFocusError: false,
    resolver: zodResolver(z.preprocess((values) => inputOf(complete(values as V)), schema) as never) as never,
  })
  const { handleSubmit, getValues, setError, reset, formState } = form

  const draft = useDraft({
    name: base ? null : draftName,
    kind: type,
    form,
    blank,
    attachments,
    title,
    show(values: Partial<V>) {
      clearFiles?.()
      reset({ ...blank, ...restore(values) } as DefaultValues<V>)
      setRound((now) => now + 1)
    },
  })

  const edit = useEditDraft({ type, base, opened: unsaved, form, valuesOf, attachments })

  const attached = () =>
    Object.fromEntries(
      Object.entries(attachments)
        .map(([field, { file }]) => [field, file.address()] as const)
        .filter(([, address]) => address !== undefined),
    )

  async function create(values: V): Promise<Loaded<T> | null> {
    const { audience } = values
    const input = {
      ...inputOf(values),
      ...attached(),
      ...(isPost ? postedAudience(audience) : audience),
      ...draft.posted(),
    }
    const answer = sendOrStore(`${type}.create` as 'poem.create', input as never, {
      title: title(values),
      edit: { page, draft: draftName, values, savedAt: draft.savedAt() },
      watch: uploads.watch(),
    })
    return (await answer) as Loaded<T> | null
  }

  async function change(from: Loaded<T>, values: V, intent: Intent): Promise<Loaded<T>> {
    // Unchanged fields are not sent, so that a save never resets what someone else changed meanwhile.
    const input = {
      ...changedFields(inputOf(valuesOf(from)), inputOf(values)),
      ...audienceChange(from, values.audience),
      ...attached(),
      ...stateFor(intent, from),
    }
    if (Object.keys(input).length === 0) return from
    return rows.update({ ...input, id: from.id }, { changedFrom: from.updatedAt })
  }

  async function post(intent: Intent, from = base): Promise<void> {
    setFailure(null)
    try {
      await uploads.ready()
      await draft.pause()
      edit.pause()
      const values = complete(getValues())
      const answer = from ? await change(from, values, intent) : await create(values)
      const deleted = uploads.posted()
      clearFiles?.()
      stored?.clear()
      edit.clear()
      await deleted
      if (!answer) return startAnew()
      notify.success(messageOf(intent, from as Entry | undefined, answer as Entry, words()))
      onSubmitted(answer)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      draft.resume()
      edit.resume()
      if (error instanceof PostCancelled) return
      if (from && isStale(error)) return openConflict(from, intent)
      if (error instanceof ApiError && error.code === 'draft_gone') draft.missed()
      refuse(error)
    }
  }

  function refuse(error: Error) {
    const issues = error instanceof ApiError ? error.issues : []
    for (const { path, message } of issues) setError(path as Path<V>, { message })
    const { failed, notSaved = failed } = words()
    setFailure({ title: base ? notSaved : failed, message: error.message })
    focusFirstInvalid(element.current)
  }

  function startAnew() {
    reset(blank as DefaultValues<V>)
    for (const { file } of Object.values(attachments)) file.remove()
    stored?.clear()
    draft.resume()
    setRound(round + 1)
    onStored?.()
  }

  /** Shows the entry as it is on the site, without the unsaved changes. */
  function discard() {
    if (!entry) return
    setBase(entry)
    uploads.posted()
    clearFiles?.()
    for (const { file, of } of Object.values(attachments)) file.reset(of(entry))
    reset(valuesOf(entry) as DefaultValues<V>)
    edit.clear()
    setRound(round + 1)
  }

  async function openConflict(from: Loaded<T>, intent: Intent) {
    try {
      const theirs = await rows.get({ id: from.id })
      // The page behind the form shows the current version.
      queryClient.setQueryData([type, from.id], theirs)
      const mine = complete(getValues())
      const theirValues = valuesOf(theirs)
      const fields = differencesOf(valuesOf(from), mine, theirValues)
      const files = Object.entries(attachments).flatMap(([field, { file, of }]): Difference[] => {
        const isMine = file.address() !== undefined
        const isTheirs = !isSame(of(theirs)?.url, of(from)?.url)
        if (!isMine && isTheirs) file.reset(of(theirs))
        return isMine ? [{ field, choice: isTheirs ? null : 'mine' }] : []
      })
      const newConflict = { theirs, mine, theirValues, fields, attachments: files, intent }
      // If someone saved the same values, there is nothing to choose.
      if (fields.length + files.length === 0) return resolve(newConflict, {})
      setConflict(newConflict)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      refuse(error)
    }
  }

  /** Takes over the chosen versions and saves again, based on the site's version. */
  async function resolve(conflict: Conflict<T, V>, choices: Record<string, Choice>) {
    const { theirs, mine, theirValues, intent } = conflict
    for (const [field, { file, of }] of Object.entries(attachments))
      if (choices[field] === 'theirs') file.reset(of(theirs))
    reset(merge(mine, theirValues, choices) as DefaultValues<V>)
    setRound((now) => now + 1)
    setBase(theirs)
    setConflict(null)
    await post(intent, theirs)
  }

  async function submitAs(intent: Intent) {
    // A second press before the button is disabled must not post twice.
    if (isPosting.current) return
    isPosting.current = true
    try {
      await uploads.stopRecording()
      await handleSubmit(
        () => post(intent),
        () => {
          setFailure({ title: words().check })
          focusFirstInvalid(element.current)
        },
      )()
    } finally {
      isPosting.current = false
    }
  }

  /** Returns the error of a field, by its path in the API input. */
  const errorOf = (path: string) => (get(formState.errors, path) as { message?: string } | undefined)?.message
  /** Returns the label of a field, which the conflict screen shows too. */
  const labelOf = (name: string) =>
    name === 'point' ? ofEntries.point.label : ((words() as Record<string, string>)[name] ?? '')

  return {
    ...form,
    options,
    entry: base,
    uploads,
    draft,
    /** True if the form was opened with changes that were not saved. */
    isUnsaved: edit.isOpened,
    discard,
    /** The key of an editor that reads its text only once. */
    round,
    failure,
    conflict,
    element,
    busy: formState.isSubmitting,
    errorOf,
    labelOf,
    /** The properties of a plain field. */
    field: (name: Exclude<keyof V & Path<V>, 'audience'>) => ({
      label: labelOf(name),
      error: errorOf(name),
      ...form.register(name),
    }),
    submitAs,
    submit: (event: FormEvent) => {
      event.preventDefault()
      void submitAs(base?.state === 'draft' || !base ? 'publish' : 'save')
    },
    /** Closes the conflict screen without saving. */
    closeConflict: () => setConflict(null),
    resolve: (choices: Record<string, Choice>) => (conflict ? resolve(conflict, choices) : undefined),
  }
}

/** Returns the state to send. Hidden entries stay hidden, and the current state is not sent again. */
function stateFor(intent: Intent, { state }: Pick<Entry, 'state'>): { state?: 'draft' | 'published' } {
  if (intent === 'publish' && state === 'draft') return { state: 'published' }
  if (intent === 'draft' && state === 'published') return { state: 'draft' }
  return {}
}

function messageOf(intent: Intent, before: Entry | undefined, after: Entry, words: EntryFormWords): string {
  const { posted, saved } = words
  if (intent === 'draft' && after.state === 'draft') return text.saved
  return !before || before.state !== after.state ? posted : saved
}
