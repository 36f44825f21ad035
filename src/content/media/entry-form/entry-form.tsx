import type { ReactElement, ReactNode } from 'react'
import { Controller, type ControllerRenderProps, type Path } from 'react-hook-form'
import { kindOf } from '#content/entry/address.ts'
import { text as ofEntries } from '#content/entry/text.ts'
import { AudienceFields } from '#content/entry/visibility/audience-fields.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField } from '#ui/form/text-field.tsx'
import { LazyRichText } from '#ui/rich-text/lazy-rich-text.tsx'
import { LazyPart } from '#ui/state/lazy-part.tsx'
import { Note } from '#ui/state/note.tsx'
import { UnsavedNote } from '#ui/state/unsaved-note.tsx'
import { text as webText } from '#web/text.ts'
import { notify } from '#web/toasts.ts'
import { uploadPicture } from '#web/upload/send-file.ts'
import type { Uploads } from '#web/upload/uploads.ts'
import { PostProgress } from '../form/post-progress.tsx'
import type { EntryValues, FormField } from './fields.ts'
import type { EntryType } from './options.ts'
import { text } from './text.ts'
import type { FormDraft } from './use-draft.ts'
import type { EntryForm as Form } from './use-entry-form.ts'

const conflictScreen = () => import('./conflict.tsx').then((module) => module.ConflictScreen)

type EntryFormProps<T extends EntryType, V extends EntryValues> = {
  form: Form<T, V>
  /** Label of the button that makes a published entry a draft again, for types that offer it. */
  takeOut?: string
  /** The fields of the type. */
  children: ReactNode
}

/** The frame of a form of `useEntryForm`: fields, audience, errors and buttons. */
export function EntryForm<T extends EntryType, V extends EntryValues>({
  form,
  takeOut,
  children,
}: EntryFormProps<T, V>) {
  const { entry, options, uploads, failure, conflict, busy } = form
  return (
    <form className="stack gap-5" noValidate ref={form.element} onSubmit={form.submit}>
      {form.isUnsaved && !conflict && <UnsavedNote onDiscard={form.discard} />}
      {/* The fields are hidden, not removed, so that the input stays while the person compares the versions. */}
      <div className="stack gap-5" hidden={conflict !== null}>
        {children}
        <Controller
          control={form.control}
          name={'audience' as Path<V>}
          render={({ field }) => (
            <AudienceFields
              value={field.value}
              onChange={field.onChange}
              entry={entry}
              posted={options.isPost === true}
              discussed={kindOf(options.type).comments === true}
            />
          )}
        />
      </div>
      {conflict && <LazyPart load={conflictScreen} partProps={{ form: form as never }} />}
      {!conflict && <DraftProblem draft={form.draft} />}
      <FormError title={failure?.title}>{failure?.message}</FormError>
      {!conflict && (
        <div className="row form-actions">
          <PostProgress uploads={uploads} />
          {entry?.state === 'published' && takeOut && (
            <Button variant="line" busy={busy} onClick={() => void form.submitAs('draft')}>
              {takeOut}
            </Button>
          )}
          {entry?.state === 'draft' && (
            <Button variant="line" busy={busy} onClick={() => void form.submitAs('draft')}>
              {text.save}
            </Button>
          )}
          {!entry && <SaveDraft draft={form.draft} uploads={uploads} busy={busy} />}
          <Button type="submit" busy={busy}>
            {submitLabel(form)}
          </Button>
        </div>
      )}
    </form>
  )
}

function submitLabel<T extends EntryType, V extends EntryValues>({ entry, options }: Form<T, V>): string {
  const { publish, save } = options.words()
  if (entry?.returned) return ofEntries.sendAgain
  return !entry || entry.state === 'draft' ? publish : save
}

type ControlledProps<T extends EntryType, V extends EntryValues, Name extends Path<V>> = {
  form: Form<T, V>
  name: Name
  children: (field: ControllerRenderProps<V, Name> & { label: string; error: string | undefined }) => ReactElement
}

/** A field that isn't a plain input: `children` shows it with its label, value, `onChange` and error. */
export function Controlled<T extends EntryType, V extends EntryValues, Name extends Path<V>>({
  form,
  name,
  children,
}: ControlledProps<T, V, Name>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) =>
        children({ ...field, label: form.labelOf(name), error: fieldState.error?.message })
      }
    />
  )
}

type NamedProps<T extends EntryType, V extends EntryValues> = {
  form: Form<T, V>
  name: Exclude<keyof V & Path<V>, 'audience'>
}

/** A field made by `choice`. */
export function ChoiceField<T extends EntryType, V extends EntryValues>({ form, name }: NamedProps<T, V>) {
  const { options = [], show } = form.options.fields[name] as FormField<string>
  return (
    <SelectField {...form.field(name)}>
      <Options of={options} name={show} />
    </SelectField>
  )
}

type RichTextFieldProps<T extends EntryType, V extends EntryValues> = NamedProps<T, V> & {
  /** Shown only in the form of a new entry. */
  hint: string
  optional?: boolean
}

/** A text with formatting and pictures. */
export function RichTextField<T extends EntryType, V extends EntryValues>(props: RichTextFieldProps<T, V>) {
  const { form, name, hint, optional } = props
  return (
    <Controlled form={form} name={name}>
      {(field) => (
        <LazyRichText
          key={form.round}
          hint={form.entry ? undefined : hint}
          optional={optional}
          initial={form.getValues(name)}
          {...field}
          onPicture={uploadPicture}
          onPictureFailed={(error) => notify.error(error.message)}
        />
      )}
    </Controlled>
  )
}

type SaveDraftProps = { draft: FormDraft; uploads: Uploads; busy: boolean }

/** The button that saves a draft without validation, and a note that says where it is saved. */
function SaveDraft({ draft, uploads, busy }: SaveDraftProps) {
  async function save() {
    await uploads.stopRecording()
    await draft.save()
  }
  return (
    <>
      <p className="small dim draft-state" role="status">
        {sentenceOf(draft)}
      </p>
      <Button variant="line" busy={draft.busy || busy} onClick={() => void save()}>
        {text.save}
      </Button>
    </>
  )
}

function sentenceOf({ state, isKept }: FormDraft): string | null {
  if (state.is === 'saved') return text.inAccount
  if (state.is === 'on-device' || state.is === 'saving')
    return isKept() ? text.onDevice : text.notSaved(webText.deviceFull)
  return state.is === 'failed' ? text.notSaved(state.message) : null
}

/** Asks what to do if the draft was changed, posted or deleted on another device. Nothing is overwritten meanwhile. */
function DraftProblem({ draft }: { draft: FormDraft }) {
  const { state, busy } = draft
  if (state.is !== 'changed' && state.is !== 'gone') return null
  const answers = state.is === 'changed' ? (['takeTheirs', 'keepMine'] as const) : (['saveAsNew'] as const)
  return (
    <Note
      look="ringed"
      icon="alert"
      role="status"
      action={
        <div className="row gap-2">
          {answers.map((answer) => (
            <Button key={answer} variant="line" busy={busy} onClick={() => void draft[answer]()}>
              {text[answer]}
            </Button>
          ))}
        </div>
      }
    >
      <p className="strong">{text[state.is]}</p>
      <p>{text[`${state.is}Hint`]}</p>
    </Note>
  )
}
