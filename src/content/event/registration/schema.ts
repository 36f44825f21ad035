import { z } from 'zod'
import { Email, Phone } from '#core/contact.ts'
import { PageQuery } from '#core/page.ts'
import { line } from '#core/text.ts'
import { ById } from '../../entry/schema.ts'

/** `waiting`: on the list for a place that somebody gives up. */
export const RegistrationState = z.enum(['registered', 'waiting'])

/** What the form asks (spec §5). */
export const RegistrationForm = z.object({
  fullName: line(100),
  email: Email,
  phone: Phone.min(1),
  /** Show me among those who come. */
  showMe: z.boolean().default(false),
})

/** `waitlist`: take a place on the waiting list where no other is left. */
export const NewRegistration = ById.extend({ ...RegistrationForm.shape, waitlist: z.boolean().default(false) })

/** What its owner sees of a registration. */
export const OwnRegistration = z.object({ fullName: z.string(), email: z.string(), state: RegistrationState })
export type OwnRegistration = z.infer<typeof OwnRegistration>

/** What the organizer sees. */
export const Registration = OwnRegistration.extend({
  id: z.uuid(),
  phone: z.string(),
  showMe: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Registration = z.infer<typeof Registration>

export const RegistrationQuery = PageQuery.extend({ id: z.uuid(), format: z.enum(['json', 'csv']).default('json') })

/** One of the caller's own, by its email; all of them without it. */
export const EndRegistration = ById.extend({ email: Email.optional() })
