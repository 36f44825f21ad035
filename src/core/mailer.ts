import { z } from 'zod'

/** An email ready to send. `id` becomes its Message-ID, so that an email sent twice is recognized. */
export const Mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /**
   * True if the owner had confirmed this address. Emails to it are then not limited, even if no account has it any
   * more.
   */
  isConfirmed: z.boolean().optional(),
  /** The address that turns off emails of this kind by one press (RFC 8058). Emails that are always sent have none. */
  unsubscribe: z.string().optional(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })).optional(),
})
export type Mail = z.infer<typeof Mail>

/**
 * Thrown if the mail server's answer to an email is final, so that sending it again is no use. `isAddress`: the answer
 * is about the recipient's address.
 */
export class MailRefused extends Error {
  readonly answer: string
  readonly isAddress: boolean

  constructor(answer: string, isAddress: boolean) {
    super('the mail server refused the email for good')
    this.answer = answer
    this.isAddress = isAddress
  }
}

/** Sends mail. Only jobs use it: operations call `queueMail`. */
export type Mailer = {
  kind: 'smtp' | 'files'
  /** Throws MailRefused for a final answer. Any other error means that the job should retry. */
  send(mail: Mail): Promise<void>
  /** Returns false if DNS says that no mail can arrive at this address. Missing if that isn't checked. */
  canReceive?: ((email: string) => Promise<boolean>) | undefined
  /** Returns the number of mail files; 0 for SMTP. */
  waiting(): Promise<number>
}
