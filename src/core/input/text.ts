import { z } from 'zod'
import './messages.ts'
import { carriesLink } from '#text/links.ts'
import { sentences } from './sentences.ts'

// Control characters other than tab and line breaks are refused, and so are bidirectional controls, which can disguise
// a text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/** Returns a schema for text of at most `max` UTF-16 units, trimmed and in NFC. It may be empty or multi-line. */
export function text(max: number) {
  return z
    .string()
    .normalize('NFC')
    .trim()
    .max(max)
    .refine((value) => !hidden.test(value), { error: () => sentences.hidden })
}

/** Returns a schema for one line of 1 to `max` UTF-16 units, trimmed and in NFC. */
export function line(max: number) {
  return z
    .string()
    .normalize('NFC')
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !hidden.test(value) && !/[\n\r]/.test(value), { error: () => sentences.oneLine })
}

/** Returns a schema for a person's name: one `line`, without links because it appears in emails to others. */
export function personName(max: number) {
  return line(max).refine((name) => !carriesLink(name), { error: () => sentences.nameWithLink })
}

/** Escapes a text for use in a LIKE pattern. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
