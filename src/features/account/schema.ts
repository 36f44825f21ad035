import { z } from 'zod'
import { Email, isHttps, KnownEmail, Phone } from '#core/input/contact.ts'
import { placeZone } from '#text/day.ts'
import '#core/input/messages.ts'
import { sentences } from '#core/input/sentences.ts'
import { text as lines, personName } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'
import { roles } from '#core/permission.ts'
import { languages } from '#text/language.ts'
import { fewestCharacters, isStrongPassword, normalizePassword } from '#text/password.ts'
import { text } from './text.ts'

const mostCharacters = 200
/** A new password, in the form that is hashed, so that the rules apply to it. */
const Typed = z.string().overwrite(normalizePassword)
const Password = Typed.min(fewestCharacters.signUp, { error: () => text.fields.password }).max(mostCharacters)
/** A password as it was typed, to be checked. It can have more characters than the form of it that was hashed. */
export const TypedPassword = z.string().max(5 * mostCharacters)

export const LoginInput = z.object({
  email: KnownEmail,
  password: TypedPassword.min(1),
})

/** Clients send `name` or `fullName`. */
export const RegisterInput = z
  .object({ name: z.string().optional(), fullName: z.string().optional(), email: Email, password: Password })
  // The name is checked here, too, because the later checks don't run if a field is wrong, and one answer must list the
  // errors of all fields.
  .superRefine(({ name, fullName }, issues) => {
    const nameCheck = personName(100)
      .min(3)
      .safeParse(name ?? fullName ?? '')
    const [refused] = nameCheck.error?.issues ?? []
    if (refused) issues.addIssue({ code: 'custom', path: ['name'], message: refused.message })
  })
  .transform(({ name, fullName, ...rest }) => ({ ...rest, name: name ?? fullName ?? '' }))
  .pipe(z.object({ name: personName(100).min(3), email: Email, password: Password }))

export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  isPremium: z.boolean(),
  emailVerified: z.boolean(),
  /** False until an admin admits the account (MEMBERSHIP=approval). Until then it sees what guests see. */
  admitted: z.boolean(),
  /**
   * True if a role of the account requires a second factor (REQUIRE_MFA) that the account doesn't have. As long as it
   * is missing, none of the account's roles count.
   */
  secondFactorMissing: z.boolean(),
})
export type User = z.infer<typeof User>

const TokenAndUser = z.object({ token: z.string(), user: User })
/** The answer to a login or sign-up (spec 22). */
export const SignIn = TokenAndUser.extend({ success: z.literal(true), data: TokenAndUser })
/**
 * The answer to a login with the right password if a second factor is needed. Continue at `POST /auth/second-factor`.
 */
export const SecondFactorNeeded = z.object({
  success: z.literal(false),
  code: z.literal('second_factor'),
  ticket: z.string(),
  methods: z.object({ passkey: z.boolean(), code: z.boolean(), recoveryCode: z.boolean() }),
})
/** `key` is 32 bytes in base64. */
export const DeviceKey = z.object({ key: z.string() })
export const Done = z.object({ success: z.literal(true) })

/** The handler checks the rules, so that the answer is one message (spec 3.6). */
const NewPassword = Typed.min(1)
  .max(mostCharacters)
  .meta({
    description: `At least ${fewestCharacters.change} characters with an upper-case letter, a digit and a special character.`,
  })

export const PasswordChange = z.object({ currentPassword: TypedPassword.min(1), newPassword: NewPassword })

/** The fields of the form in Settings. The repeated password is not sent. */
export const PasswordChangeForm = PasswordChange.extend({
  newPassword: NewPassword.refine(isStrongPassword, { error: () => text.password.weak }),
  confirmPassword: Typed.min(1),
}).refine((form) => form.newPassword === form.confirmPassword, {
  path: ['confirmPassword'],
  error: () => text.password.mismatch,
})

export const ResetRequest = z.object({ email: KnownEmail })

const Token = z.string().trim().min(1).max(200)
/** `token` is from the email, or the code from an admin, in upper or lower case and with or without hyphens. */
export const PasswordReset = z.object({ token: Token, newPassword: NewPassword })
/** The token of a link that turns off emails. */
export const UnsubscribeProof = z.object({ token: Token })
/** With `ofViewer`, only an address of the account that is logged in is confirmed. */
export const EmailProof = z.object({ token: Token, ofViewer: z.boolean().default(false) })
/** `email` is the address that is now confirmed. */
export const Verified = Done.extend({ email: z.string() })
/** `email` is the address that the email went to; `sent` is false if there was nothing to confirm. */
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

/**
 * A user, with the fields that only they can see. `pendingEmail` replaces `email` once it is confirmed. `lastName` is
 * empty for a member who has only one name.
 */
export const Profile = User.extend({
  firstName: z.string(),
  lastName: z.string(),
  pendingEmail: z.string().nullable(),
  /** `email` or `pendingEmail`, if the mail server answered that this address doesn't work. */
  brokenEmail: z.string().nullable(),
  phone: z.string(),
  /** The place is shown on the member's page (`/people/:id`) with the bio, name, photo and social links. */
  place: z.string(),
  bio: z.string(),
  /** False if the member turned their page off. */
  publicPage: z.boolean(),
  socialLinks: z.object({
    facebook: z.string(),
    twitter: z.string(),
    instagram: z.string(),
    linkedin: z.string(),
  }),
  createdAt: z.iso.datetime(),
})
export type Profile = z.infer<typeof Profile>

/**
 * A form with the profile, of which only the changed fields are sent. An empty string clears a field. `lastName` is null
 * for a member who has only one name. A new email requires the password.
 */
export const ProfileChange = z.object({
  firstName: personName(100),
  lastName: personName(100).nullable(),
  email: Email,
  currentPassword: TypedPassword.optional(),
  phone: Phone.optional(),
  place: lines(120)
    .refine((place) => !/[\n\r]/.test(place), { error: () => sentences.oneLine })
    .optional(),
  bio: lines(2000).optional(),
  publicPage: z.boolean().optional(),
  socialLinks: SocialLinks.partial().optional(),
})

/** The `fileUrl` of an upload, or a `data:` URL. */
export const Photo = z.object({ fileUrl: z.string().min(1) })

export const views = ['grid', 'list'] as const

const TimeZone = z
  .string()
  .trim()
  .max(60)
  .refine(isTimeZone, { error: () => text.fields.timeZone })

function isTimeZone(name: string): boolean {
  // An offset such as +03:00 is not an IANA name.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * `itemsPerPageChosen` is false until the member saves a number. Until then each list has its own page size (spec 3.9).
 */
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

/** Missing fields stay unchanged. */
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

/** The preferences of members who have saved none (spec 3.9). */
export const defaultPreferences: Preferences = {
  language: 'en',
  timezone: placeZone,
  emailNotifications: true,
  pushNotifications: false,
  defaultView: 'grid',
  itemsPerPage: 24,
  itemsPerPageChosen: false,
}

/** A valid session. `location` is null unless a proxy reports it. */
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
/** `ended` is the number of sessions that the request ended. */
export const Ended = Done.extend({ ended: z.number().int() })

/** `keep` leaves the entries under "A former member". */
export const Leaving = z.object({ password: TypedPassword.min(1), entries: z.enum(['delete', 'keep']) })
