import type { z } from 'zod'
import type { PageKind } from '#content/entry/address.ts'
import type { Api } from '#web/api.ts'
import type { Uploads } from '#web/upload/uploads.ts'
import type { useAttachment } from '../form/attachment.tsx'
import type { FilePresentation } from '../schema.ts'
import type { EntryValues, FormFields } from './fields.ts'

/** The types of entry that have a form. */
export type EntryType = PageKind

export type Loaded<T extends EntryType> = Awaited<ReturnType<Api[T]['get']>>
export type Input<T extends EntryType> = Parameters<Api[T]['create']>[0]

/** The properties of the form of every type. */
export type EntryFormProps<T extends EntryType> = {
  /** The entry to edit; undefined for a new one, which is stored on the device until it is posted. */
  entry?: Loaded<T> | undefined
  /** Called with the stored entry. */
  onSubmitted(entry: Loaded<T>): void
  /** Called if the new entry waits in the outbox instead. */
  onStored?: (() => void) | undefined
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

export type EntryFormOptions<T extends EntryType, V extends EntryValues> = EntryFormProps<T> & {
  type: T
  /** The address of the form, in which a waiting item of the outbox can be edited again. Default: the type's form. */
  page?: string
  /** The name of the draft on the device. Default: the type. */
  device?: string
  fields: FormFields<V>
  /** Values that the form of a new entry begins with, instead of blank ones. */
  initial?: Partial<V>
  /** Changes the input that the fields give, if two of them make one of the API's. It has the type `InputOf`. */
  inputOf?(input: never): Partial<Input<T>>
  /** Validates the input before it is sent. */
  schema: z.ZodType
  /** Default: the value of `title`. */
  title?: (values: V) => string
  uploads: Uploads
  /** The single files of the entry, by their API fields. */
  attachments?: Record<string, EntryAttachment<Loaded<T>>>
  /** Removes values that can't be restored, such as a file that was held only in memory. */
  restore?: (stored: Partial<V>) => Partial<V>
  /** Adds the uploaded files to the values, before they are validated and again before they are posted. */
  complete?: (values: V) => V
  /** Called after posting, before the form is reset. */
  clearFiles?: () => void
  /** True for a member's post, which is for members at first and can't be for keepers only. */
  isPost?: boolean
  words: () => EntryFormWords & Record<Exclude<keyof V, 'audience' | 'point'>, string>
}
