import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { isoDay } from '#text/day.ts'
import { textOfHtml } from '#web/html-text.ts'

/** How a form treats one field. Its label is the text of the same name in the form's `words`. */
export type FormField<Value> = {
  /** The value of an empty field. */
  blank: Value
  /** Converts the entry's value to the form's. By default they are the same, and null is `blank`. */
  of?(stored: never, entry: never): Value
  /** Converts the form's value to the API's. By default they are the same. */
  input?(value: Value): unknown
  /** Returns the value in words, for the conflict screen. */
  show(value: Value): string
  /** The values to choose from. */
  options?: readonly Value[]
}
export type EntryValues = FieldValues & { audience: Audience }
/** All fields of a form except the audience, in the order of the conflict screen. */
export type FormFields<V extends EntryValues> = { [Name in Exclude<keyof V, 'audience'>]: FormField<V[Name]> }

/** The values of a form with these fields. */
export type ValuesOf<F> = { [Name in keyof F]: F[Name] extends { blank: infer Value } ? Value : never } & {
  audience: Audience
}
/** The API input that these fields give. */
export type InputOf<F> = {
  [Name in keyof F]: F[Name] extends { input(value: never): infer Sent } ? Sent : ValuesOf<F>[Name]
}

/** A text that is shown as it was typed. */
export const typed: FormField<string> = { blank: '', show: (value) => value }
const lines: FormField<string[]> = { blank: [], show: (values) => values.join('\n') }
export const html: FormField<string> = { blank: '', show: textOfHtml }
/** A date in the format of `DateField`. */
export const day = { ...typed, of: (moment: string | null) => (moment ? isoDay(moment) : '') }

/** Returns a field with one of several values, of which the first is preset. */
export function choice<Value extends string>(options: readonly Value[], show: (value: Value) => string) {
  return { blank: options[0] as Value, show, options } satisfies FormField<Value>
}

type Plain<Value> = string extends Value ? string : Value extends string[] ? string[] : never

/** Returns fields that have the same value in the form as in the API: a text, or a list of texts. */
export function plainFields<S extends z.ZodObject, Name extends keyof S['shape'] & string>(
  { shape }: S,
  ...names: Name[]
) {
  const fields = names.map((name) => [name, isList(shape[name] as z.core.$ZodType) ? lines : typed])
  return Object.fromEntries(fields) as { [N in Name]: FormField<Plain<NonNullable<z.output<S['shape'][N]>>>> }
}

/** Returns whether a schema takes a list, which can have a default and be optional or transformed. */
function isList({ _zod: { def } }: z.core.$ZodType): boolean {
  const { innerType, in: first } = def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = innerType ?? first
  return def.type === 'array' || (inner !== undefined && isList(inner))
}

/** Returns the values of a form for an entry. @param entry undefined for a new one, whose fields are blank */
export function formValues<V extends EntryValues>(
  fields: FormFields<V>,
  entry: Audience | undefined,
  visibility: 'public' | 'members',
): V {
  const values = Object.entries<FormField<unknown>>(fields).map(([name, { blank, of }]) => {
    const stored = entry?.[name as keyof Audience] as never
    return [name, entry && of ? of(stored, entry as never) : (stored ?? blank)]
  })
  return { ...Object.fromEntries(values), audience: audienceOf(entry, visibility) }
}

/** Returns the API input of a form, without the audience. */
export function formInput<V extends EntryValues>(fields: FormFields<V>, values: V) {
  const all = Object.entries<FormField<unknown>>(fields)
  return Object.fromEntries(all.map(([name, { input }]) => [name, input ? input(values[name]) : values[name]]))
}
