import { z } from 'zod'
import { Email, isHttps, Phone } from '#core/contact.ts'
import '#core/messages.ts'
import { languages } from '#core/language.ts'
import { Page, PageQuery } from '#core/page.ts'
import { roles } from '#core/permission.ts'
import { sentences } from '#core/sentences.ts'
import { line, text as lines } from '#core/text.ts'
import { text } from './text.ts'

const Password = z
  .string()
  .min(6, { error: () => text.fields.password })
  .max(200)

export const LoginInput = z.object({
  email: Email,
  password: z.string().min(1).max(200),
})

/** Spec §7 sends `name` or `fullName`. */
export const RegisterInput = z
  .object({ name: z.string().optional(), fullName: z.string().optional(), email: Email, password: Password })
  .transform(({ name, fullName, ...rest }) => ({ ...rest, name: name ?? fullName ?? '' }))
  .pipe(z.object({ name: line(100).min(3), email: Email, password: Password }))

/** The register form of spec §5: what is sent, and the confirmation that is not. */
export const RegisterForm = z
  .object({
    fullName: line(100).min(3),
    email: Email,
    password: Password,
    confirmPassword: z.string(),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: () => text.fields.twoPasswords,
  })

export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  isPremium: z.boolean(),
  emailVerified: z.boolean(),
  /** False while an admin has yet to admit the account (MEMBERSHIP=approval): it sees what guests see. */
  admitted: z.boolean(),
})
export type User = z.infer<typeof User>

const TokenAndUser = z.object({ token: z.string(), user: User })
/** What login and register answer (PRODUCT §4). */
export const SignIn = TokenAndUser.extend({ success: z.literal(true), data: TokenAndUser })
/** 32 bytes in base64. */
export const DeviceKey = z.object({ key: z.string() })
export const Done = z.object({ success: z.literal(true) })

/** Spec §5: what a changed password has to have, each rule with the name of its line in the checklist. */
export const passwordRules = {
  length: (password: string) => password.length >= 8,
  upper: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[!@#$%^&*()_+\-=[\]{};':"\\|,.<>/?~`]/.test(password),
} as const

export function isStrongPassword(password: string): boolean {
  return Object.values(passwordRules).every((rule) => rule(password))
}

/** The rules are checked by the handler, whose answer is then the one sentence of spec §5. */
const NewPassword = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'At least 8 characters with an upper-case letter, a digit and a special character.' })

export const PasswordChange = z.object({ currentPassword: z.string().min(1).max(200), newPassword: NewPassword })

/** The form of Settings: what is sent, and the confirmation that is not. */
export const PasswordChangeForm = PasswordChange.extend({
  newPassword: NewPassword.refine(isStrongPassword, { error: () => text.password.weak }),
  confirmPassword: z.string(),
}).refine((form) => form.newPassword === form.confirmPassword, {
  path: ['confirmPassword'],
  error: () => text.password.mismatch,
})

export const ResetRequest = z.object({ email: Email })

const Token = z.string().trim().min(1).max(200)
/** `token` is that of the mail, or the code that an admin handed over, in any case and with or without its hyphens. */
export const PasswordReset = z.object({ token: Token, newPassword: NewPassword })
export const PasswordResetForm = z
  .object({
    newPassword: NewPassword.refine(isStrongPassword, { error: () => text.password.weak }),
    confirmPassword: z.string(),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    error: () => text.password.mismatch,
  })

export const EmailProof = z.object({ token: Token })
/** The address that is now confirmed. */
export const Verified = Done.extend({ email: z.string() })
/** Where the mail went; `sent` is false when there was nothing left to confirm. */
export const Resent = Done.extend({ sent: z.boolean(), email: z.string() })

export const socialNetworks = ['facebook', 'twitter', 'instagram', 'linkedin'] as const

const SocialLink = z
  .string()
  .trim()
  .max(300)
  .refine((value) => value === '' || isHttps(value), { error: () => sentences.https })

const SocialLinks = z.object({
  facebook: SocialLink,
  twitter: SocialLink,
  instagram: SocialLink,
  linkedin: SocialLink,
})

/** The user with what only they see. `pendingEmail` waits to be confirmed; until then `email` stays. */
export const Profile = User.extend({
  firstName: z.string(),
  lastName: z.string(),
  pendingEmail: z.string().nullable(),
  phone: z.string(),
  bio: z.string(),
  socialLinks: z.object({
    facebook: z.string(),
    twitter: z.string(),
    instagram: z.string(),
    linkedin: z.string(),
  }),
  createdAt: z.iso.datetime(),
})
export type Profile = z.infer<typeof Profile>

/** What is left out stays as it is; an empty text clears it. */
export const ProfileChange = z.object({
  firstName: line(100),
  lastName: line(100),
  email: Email,
  phone: Phone.optional(),
  bio: lines(2000).optional(),
  socialLinks: SocialLinks.partial().optional(),
})

/** A `fileUrl` of an upload, or a `data:` URL. */
export const Photo = z.object({ fileUrl: z.string().min(1) })

export const views = ['grid', 'list'] as const

const TimeZone = z
  .string()
  .trim()
  .max(60)
  .refine(isTimeZone, { error: () => text.fields.timeZone })

function isTimeZone(name: string): boolean {
  // An offset such as +03:00 is no IANA name.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** `itemsPerPageChosen` is false until the member saved a number: until then each view has its own of spec §9. */
export const Preferences = z.object({
  language: z.enum(languages),
  timezone: z.string(),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  defaultView: z.enum(views),
  itemsPerPage: z.number().int(),
  itemsPerPageChosen: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

/** What is left out stays as it is. */
export const PreferencesChange = z
  .object({
    language: z.enum(languages),
    timezone: TimeZone,
    emailNotifications: z.boolean(),
    pushNotifications: z.boolean(),
    defaultView: z.enum(views),
    itemsPerPage: z.number().int().min(1).max(100),
  })
  .partial()

/** Spec §9. */
export const defaultPreferences: Preferences = {
  language: 'en',
  timezone: 'Africa/Nairobi',
  emailNotifications: true,
  pushNotifications: false,
  defaultView: 'grid',
  itemsPerPage: 24,
  itemsPerPageChosen: false,
}

/** A sign-in that still holds. `location` is null unless a proxy tells it. */
export const Session = z.object({
  id: z.uuid(),
  device: z.string(),
  browser: z.string(),
  location: z.string().nullable(),
  timestamp: z.iso.datetime(),
  current: z.boolean(),
})
export const Sessions = Page(Session)
export const SessionsQuery = PageQuery
/** How many sessions ended. */
export const Ended = Done.extend({ ended: z.number().int() })

/** `keep` leaves the entries under "A former member". */
export const Leaving = z.object({ password: z.string().min(1).max(200), entries: z.enum(['delete', 'keep']) })
