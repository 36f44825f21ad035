import { z } from 'zod'
import './messages.ts'
import { carriesLink } from '#text/links.ts'
import { mended, mendedSearch } from './mend.ts'
import { sentences } from './sentences.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Cs}]/u
const isShown = (value: string) => !control.test(value)

/**
 * Returns a schema for text of at most `max` UTF-16 units, in NFC, without invisible marks and, by default, trimmed. It
 * may be empty or multi-line.
 */
export function text(max: number, mend = (value: string) => mended(value).trim()) {
  return z
    .string()
    .overwrite(mend)
    .normalize('NFC')
    .max(max)
    .refine(isShown, { error: () => sentences.hidden })
}

/** Returns a schema for a search of at most `max` UTF-16 units, which it mends. */
export function searchTerm(max: number) {
  return text(max, mendedSearch)
}

/** Returns a schema for one line of 1 to `max` UTF-16 units, trimmed, in NFC and without invisible marks. */
export function line(max: number) {
  return text(max)
    .min(1)
    .refine((value) => !/[\n\r]/.test(value), { error: () => sentences.oneLine })
}

/** Returns a schema for a person's name: one `line`, without links because it appears in emails to others. */
export function personName(max: number) {
  return line(max)
    .overwrite((name) => name.replace(/ {2,}/g, ' '))
    .refine((name) => !carriesLink(name), { error: () => sentences.nameWithLink })
}

/** Returns a schema that reads an empty string as undefined, because an empty field of a query doesn't limit it. */
export function unlessBlank<T extends z.ZodType>(schema: T) {
  return z.preprocess((raw) => (raw === '' ? undefined : raw), schema.optional())
}

/** Escapes a text for use in a LIKE pattern. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
