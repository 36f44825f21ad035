import { z } from 'zod'
import { ById } from '#content/entry/schema.ts'
import { Email, Phone } from '#core/input/contact.ts'
import { personName } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

export const RegistrationState = z.enum(['registered', 'waiting'])

/** Fields of the form (spec 10.2). */
export const RegistrationForm = z.object({
  fullName: personName(100),
  email: Email,
  phone: Phone.min(1),
  showMe: z.boolean().default(false),
})

/** `waitlist`: join the waiting list if all places are taken. */
export const NewRegistration = ById.extend({ ...RegistrationForm.shape, waitlist: z.boolean().default(false) })

/** A registration as its owner sees it. `emailFails`: the mail server answered that the email doesn't work. */
export const OwnRegistration = z.object({
  fullName: z.string(),
  email: z.string(),
  state: RegistrationState,
  emailFails: z.boolean().optional(),
})
export type OwnRegistration = z.infer<typeof OwnRegistration>

/** A registration as the organizer sees it. */
export const Registration = OwnRegistration.extend({
  id: z.uuid(),
  phone: z.string(),
  showMe: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Registration = z.infer<typeof Registration>

export const RegistrationQuery = PageQuery.extend({ id: z.uuid(), format: z.enum(['json', 'csv']).default('json') })

/** One of the caller's registrations by its email, or all of them. */
export const EndRegistration = ById.extend({ email: Email.optional() })

export const RegistrationLink = z.object({ token: z.string().trim().min(1).max(200) })
/** `title`: the title of the event, as the person last knew it; null if it isn't known what they knew. */
export const CancelledByLink = z.object({ success: z.literal(true), title: z.string().nullable() })
