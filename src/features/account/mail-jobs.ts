import { z } from 'zod'
import { jobType } from '#core/job.ts'
import { mailJob } from '#core/mail.ts'

const kind = z.enum(['reset', 'verify', 'change-email', 'cancel-email'])

/** The kinds of email that contain a secret. */
export type SecretMail = z.infer<typeof kind>

/** Jobs that write and send emails about an account. `jobs.ts` runs them. */
export const accountMails = {
  /** Emails the account with this `email` or `accountId`, if there is one. */
  secret: jobType(
    'mail:secret',
    z.union([z.object({ kind, accountId: z.string() }), z.object({ kind, email: z.string() })]),
    mailJob,
  ),
  /** Emails the owner that a second factor was added, with a link that undoes it. `since` is when it was added. */
  factorAdded: jobType(
    'mail:factor-added',
    z.object({ accountId: z.string(), since: z.string(), mail: z.enum(['passkeyAdded', 'appAdded']) }),
    mailJob,
  ),
  /**
   * Emails the old address that the account's email is now `email`, with a link that undoes it. `since` is when it was
   * changed, and `before` the owner then: the account may be gone or changed again before this runs.
   */
  emailChanged: jobType(
    'mail:email-changed',
    z.object({
      accountId: z.string(),
      since: z.string(),
      email: z.string(),
      before: z.object({ name: z.string(), email: z.string(), preferences: z.record(z.string(), z.unknown()) }),
    }),
    mailJob,
  ),
  /** Emails the owner about a login on a new device. */
  newDevice: jobType('mail:new-device', z.object({ sessionId: z.string() }), mailJob),
  /** Emails the owner, at most once a day, that someone is guessing the password. */
  guessed: jobType('mail:guessed', z.object({ accountId: z.string() }), mailJob),
}
