import { z } from 'zod'
import { line } from '#core/input/text.ts'
import { roles } from '#core/permission.ts'
import { Done, TypedPassword } from '../schema.ts'
import { text } from './text.ts'

/** A binary value of WebAuthn. */
const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/)

const Credential = z.object({
  id: Base64Url.min(1).max(2000),
  rawId: Base64Url.min(1).max(2000),
  type: z.literal('public-key'),
})

/** The fields that the server uses from the result of `startRegistration()` in @simplewebauthn/browser. */
export const Attestation = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type Attestation = z.infer<typeof Attestation>

/** The fields that the server uses from the result of `startAuthentication()` in @simplewebauthn/browser. */
export const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Base64Url.nullish(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

/** Options for `startRegistration()` or `startAuthentication()`, in the JSON form of WebAuthn level 3. */
export const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

/** Six digits, with or without a space in the middle. */
export const Code = z
  .string()
  .max(50)
  .transform((typed) => typed.replace(/\s/g, ''))
  .refine((digits) => /^\d{6}$/.test(digits), { error: () => text.fields.code })

/** The number of letters and digits in a new recovery code. */
export const recoveryCodeLength = 24
/** The length of older codes, which stay valid until they are used or replaced. */
const olderLength = 16

/** Letters and digits, in upper or lower case and with or without hyphens and spaces. */
export const RecoveryCode = z
  .string()
  .max(50)
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .refine(({ length }) => length === recoveryCodeLength || length === olderLength, {
    error: () => text.fields.recoveryCode,
  })

/** One of these proves the second factor. */
const Proof = {
  code: Code.optional(),
  recoveryCode: RecoveryCode.optional(),
  assertion: Assertion.optional(),
}
export type Proof = { code?: string | undefined; recoveryCode?: string | undefined; assertion?: Assertion | undefined }

const Ticket = z.string().min(1).max(2000)

/** The input of `POST /auth/second-factor`: the ticket of the login and one proof. */
export const SecondFactorProof = z.object({ ticket: Ticket, ...Proof })
export const TicketOnly = z.object({ ticket: Ticket })

export const PasskeySignIn = z.object({ assertion: Assertion })

/** Proves who the member is: the password, with a second factor if the account has one, or a passkey alone. */
export const Confirmation = z.object({ password: TypedPassword.min(1).optional(), ...Proof })

export const NewPasskey = z.object({ name: line(60).optional(), attestation: Attestation })

export const PasskeyName = z.object({ id: z.uuid(), name: line(60) })

/**
 * `email` is the account's address, restored if it was changed; null if another account has that address now, so that
 * this one was disabled.
 */
export const Undone = Done.extend({ email: z.string().nullable() })

export const FirstCode = z.object({ code: Code })

/** The codes are never shown again. They are null if the account already had codes. */
export const NewFactor = Done.extend({ recoveryCodes: z.array(z.string()).nullable() })
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Data for an authenticator app: the secret to type, a link, and a QR code for an `<img>`. */
export const AppSetup = z.object({ secret: z.string(), address: z.string(), qrCode: z.string() })

const Dates = { createdAt: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() }

export const Factors = z.object({
  passkeys: z.array(z.object({ id: z.uuid(), name: z.string(), isSynced: z.boolean(), ...Dates })),
  authenticatorApp: z.object(Dates).nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Roles of the account that count only with a second factor (REQUIRE_MFA). */
  requiredBy: z.array(z.enum(roles)),
})
export type Factors = z.infer<typeof Factors>
