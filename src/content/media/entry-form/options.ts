import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { PageKind } from '#content/entry/address.ts'
import type { Audience } from '#content/entry/visibility/audience-fields.tsx'
import type { Api } from '#web/api.ts'
import { textOfHtml } from '#web/html-text.ts'
import type { Uploads } from '#web/upload/uploads.ts'
import type { useAttachment } from '../form/attachment.tsx'
import type { FilePresentation } from '../schema.ts'

/** The types of entry that have a form. */
export type EntryType = PageKind

export type Loaded<T extends EntryType> = Awaited<ReturnType<Api[T]['get']>>
export type Input<T extends EntryType> = Parameters<Api[T]['create']>[0]
export type EntryValues = FieldValues & { audience: Audience }

/** Defines how the conflict screen names a field and shows its value. */
export type FieldView<Value> = { label: string; show: (value: Value) => string }
export type FieldViews<V extends EntryValues> = { [Field in Exclude<keyof V, 'audience'>]: FieldView<V[Field]> }

/** Shows a text as it was typed. */
export function asTyped(label: string): FieldView<string> {
  return { label, show: (value) => value }
}

/** Shows each item of a list on its own line. */
export function asLines(label: string): FieldView<readonly string[]> {
  return { label, show: (values) => values.join('\n') }
}

/** Shows the plain text of HTML. */
export function asHtml(label: string): FieldView<string> {
  return { label, show: textOfHtml }
}

/** A single file of the entry, such as its cover. */
export type EntryAttachment<E> = {
  label: string
  file: Pick<ReturnType<typeof useAttachment>, 'upload' | 'address' | 'remove' | 'reset' | 'restore'>
  /** Returns the entry's current file in this field. */
  of: (entry: E) => FilePresentation | null
}

/** The button that was pressed: save in the current state, publish, or make it a draft. */
export type Intent = 'save' | 'publish' | 'draft'

/** The texts of a form that depend on its type. */
export type EntryFormWords = {
  publish: string
  save: string
  /** Shown above the button if fields are invalid. */
  check: string
  /** Shown above the button if posting failed and, without `notSaved`, also if saving changes failed. */
  failed: string
  notSaved?: string
  posted: string
  saved: string
}

export type EntryFormOptions<T extends EntryType, V extends EntryValues> = {
  type: T
  /** The entry to edit; undefined for a new one, which is stored on the device until it is posted. */
  entry: Loaded<T> | undefined
  /** The address of the form, in which a waiting item of the outbox can be edited again. Default: the type's form. */
  page?: string
  /** The name of the draft on the device. Default: the type. */
  device?: string
  blank: V
  valuesOf: (entry: Loaded<T>) => V
  /** Returns the API input without the audience and the attachments. */
  inputOf: (values: V) => Partial<Input<T>>
  /** Validates the result of `inputOf` before it is sent. */
  schema: z.ZodType
  title: (values: V) => string
  /** All fields except the audience, in the order of the form. */
  fields: () => FieldViews<V>
  uploads: Uploads
  /** The single files of the entry, by their API fields. */
  attachments?: Record<string, EntryAttachment<Loaded<T>>>
  /** Removes values that can't be restored, such as a file that was held only in memory. */
  restore?: (stored: Partial<V>) => Partial<V>
  /** Adds the uploaded files to the values, before they are validated and again before they are posted. */
  complete?: (values: V) => V
  /** Called after posting, before the form is reset. */
  clearFiles?: () => void
  /** True for a member's post, which can't be for keepers only. */
  isPost?: boolean
  words: () => EntryFormWords
  onSubmitted: (entry: Loaded<T>) => void
  /** Called if the new entry waits in the outbox instead. */
  onStored?: (() => void) | undefined
}
