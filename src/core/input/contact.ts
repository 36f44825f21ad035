import { z } from 'zod'
import './messages.ts'
import { mended } from './mend.ts'
import { sentences } from './sentences.ts'

// These patterns match letters that look like Latin ones, and invisible characters.
const lookalike = /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}|\p{Script=Cherokee}/u
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** An email by which an account is found, in the form of `normalizeEmail`. Old accounts may have any of these. */
export const KnownEmail = z
  .string()
  .overwrite(withPlainLetters)
  .max(254)
  .regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"/?#%]+$/, { error: () => sentences.email })
  .refine((email) => !/\.\.|@\.|^\.|\.@/.test(email), { error: () => sentences.emailDots })
  .refine((email) => !invisible.test(email) && !(lookalike.test(email) && /\p{Script=Latin}/u.test(email)), {
    error: () => sentences.lookalikes,
  })
  .overwrite(withAsciiDomain)
  // Mail to `.invalid` never arrives (RFC 2606); accounts without an owner have such addresses. Some domains end with
  // it only in their ASCII form, so this comes last.
  .refine((email) => !/[.@]invalid$/.test(email), { error: () => sentences.email })

/** Two or more labels of letters, digits and hyphens between them; the last is no number (RFC 1123). */
const mailDomain = /@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/** An email that somebody gives, to which mail can arrive. */
export const Email = KnownEmail.refine((email) => mailDomain.test(email), {
  when: ({ issues }) => issues.length === 0,
  error: () => sentences.email,
})

/**
 * Returns the form in which emails are stored and compared: trimmed, without invisible marks, normalized with NFKC, in
 * lower case, and with the domain as mail servers look it up, so that `A@x.org.` equals `a@x.org`.
 */
export function normalizeEmail(email: string): string {
  return withAsciiDomain(withPlainLetters(email))
}

/** Does the same, except that the domain keeps its letters outside ASCII, so that lookalikes can be refused. */
function withPlainLetters(email: string): string {
  return (
    mended(email)
      .normalize('NFKC')
      .trim()
      .toLowerCase()
      // The lookbehind stops a long row of dots from being read again from each of them.
      .replace(/(?<![.\u3002])[.\u3002]+$/, '')
  )
}

/**
 * Returns an email whose domain has letters outside ASCII with the domain's ASCII form (`xn--…`). A domain stays as it
 * is if it has characters that end or change the host of a URL, because the result would be another domain.
 */
function withAsciiDomain(email: string): string {
  const start = email.lastIndexOf('@') + 1
  const domain = email.slice(start)
  if (start < 2 || !/\P{ASCII}/u.test(domain) || /[\s/?#%\\:]/.test(domain)) return email
  return URL.canParse(`http://${domain}`) ? email.slice(0, start) + new URL(`http://${domain}`).hostname : email
}

/** A phone number as people write it, or an empty string. */
export const Phone = z
  .string()
  .overwrite((phone) => mended(phone).replace(/[\u2010-\u2015\u2212]/g, '-'))
  .trim()
  .max(40)
  .regex(/^[+\d][\d\s()./-]*$|^$/, { error: () => sentences.phone })

/** Returns whether `value` is an absolute https address without credentials. */
export function isHttps(value: string): boolean {
  if (!/^https:\/\/[^\s/]/i.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}
