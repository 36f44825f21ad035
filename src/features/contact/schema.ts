import { z } from 'zod'
import { Email, Phone } from '#core/input/contact.ts'
import { personName, text, unlessBlank } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

export const longestMessage = 5000

/** Returns a type that reads an empty field as null. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((raw) => (typeof raw === 'string' && raw.trim() === '' ? null : raw), type.nullable().default(null))

/** A message to the keepers. Without an email address or a phone number they can't reply. */
export const NewMessage = z.object({
  name: optional(personName(100)),
  email: optional(Email),
  phone: optional(Phone),
  message: text(longestMessage).min(1),
})
export const Sent = z.object({ success: z.literal(true) })

export const Message = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  message: z.string(),
  /** The sender's account, if they were logged in. */
  member: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
})
export type Message = z.infer<typeof Message>
export const Messages = Page(Message)

/** Input of the list of messages, which shows the newest first. */
export const MessageQuery = PageQuery.extend({
  status: unlessBlank(z.enum(['open', 'answered'])),
})

export const MessageChange = z.object({ id: z.uuid(), answered: z.boolean() })

/** The number of unanswered messages, counted up to 1,000. */
export const MessageCount = z.object({ open: z.number().int() })
