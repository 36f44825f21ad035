import { z } from 'zod'
import './messages.ts'
import { sentences } from './sentences.ts'

// Control characters other than tab and line breaks never belong in a text; bidi overrides can disguise one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

/** Trimmed NFC text of at most `max` UTF-16 units; may be empty and of many lines. */
export function text(max: number) {
  return z
    .string()
    .normalize('NFC')
    .trim()
    .max(max)
    .refine((value) => !hidden.test(value), { error: () => sentences.hidden })
}

/** Trimmed NFC text of 1 to `max` UTF-16 units on one line. */
export function line(max: number) {
  return z
    .string()
    .normalize('NFC')
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !hidden.test(value) && !/[\n\r]/.test(value), { error: () => sentences.oneLine })
}

/** A text as LIKE takes it: none of its letters stands for others. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
