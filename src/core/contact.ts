import { z } from 'zod'
import './messages.ts'
import { sentences } from './sentences.ts'

// Letters that pass for Latin ones, and marks that nobody sees.
const lookalike = /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}|\p{Script=Cherokee}/u
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** One spelling of an address: NFKC, trimmed, lower case, so that `A@x` is `a@x`. */
export const Email = z
  .string()
  .trim()
  .normalize('NFKC')
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/, { error: () => sentences.email })
  .refine((email) => !unseen.test(email) && !(lookalike.test(email) && /\p{Script=Latin}/u.test(email)), {
    error: () => sentences.lookalikes,
  })

/** A telephone number as people write it; may be empty. */
export const Phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^[+\d][\d\s()./-]*$|^$/, { error: () => sentences.phone })

/** Whether `value` is a whole https address without a name and password in it. */
export function isHttps(value: string): boolean {
  return /^https:\/\/[^\s/]/i.test(value) && URL.canParse(value) && new URL(value).username === ''
}
