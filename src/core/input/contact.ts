import { z } from 'zod'
import './messages.ts'
import { sentences } from './sentences.ts'

// These patterns match letters that look like Latin ones, and invisible characters.
const lookalike = /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}|\p{Script=Cherokee}/u
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/**
 * An email address, normalized with NFKC, trimmed, in lower case, and with its domain as mail servers look it up, so
 * that `A@x.org.` equals `a@x.org`.
 */
export const Email = z
  .string()
  .trim()
  .normalize('NFKC')
  .toLowerCase()
  .overwrite((email) => email.replace(/\.$/, ''))
  .max(254)
  .regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/, { error: () => sentences.email })
  // Mail to `.invalid` never arrives (RFC 2606); accounts without an owner have such addresses.
  .refine((email) => !/[.@]invalid$/.test(email), { error: () => sentences.email })
  .refine((email) => !invisible.test(email) && !(lookalike.test(email) && /\p{Script=Latin}/u.test(email)), {
    error: () => sentences.lookalikes,
  })
  .overwrite(withAsciiDomain)

/** Returns the email with its domain in ASCII (`xn--…`), or unchanged if the domain is already ASCII or is invalid. */
function withAsciiDomain(email: string): string {
  const [, name, domain] = /^(.+@)(.*\P{ASCII}.*)$/u.exec(email) ?? []
  return domain && URL.canParse(`http://${domain}`) ? name + new URL(`http://${domain}`).hostname : email
}

/** A phone number as people write it, or an empty string. */
export const Phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^[+\d][\d\s()./-]*$|^$/, { error: () => sentences.phone })

/** Returns whether `value` is an absolute https address without credentials. */
export function isHttps(value: string): boolean {
  if (!/^https:\/\/[^\s/]/i.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
