import { isIP } from 'node:net'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { Context, Ticket } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { wrongPasskey } from '../errors.ts'
import { refusals } from '../refusals.ts'
import type { Assertion, Attestation } from '../schema.ts'

// This is the only file that uses @simplewebauthn/server. A challenge is a signed ticket with its purpose. Nothing is
// stored until a correct answer arrives, so that guests who request challenges leave nothing behind.

/** The purpose of a challenge, and whose answer is accepted. `account` or `session` is empty if there is none yet. */
export type Challenge = {
  purpose: 'add-passkey' | 'sign-in' | 'second-factor' | 'confirm'
  account: string
  session: string
}
type Ctx = Pick<Context, 'site' | 'tokens'>
type StoredPasskey = { credentialId: string; transports: string[] }

const ttlSeconds = 5 * 60
/** These are EdDSA, ES256 and RS256. Every authenticator supports at least one of them. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Loads the library at its first use, because most sites rarely need it. */
const library = () => import('@simplewebauthn/server')

/**
 * Returns the id and the origin of the relying party, from BASE_URL. Throws Refusal `no_passkeys` if its host is an IP
 * address, because passkeys need a domain name.
 */
function relyingParty({ site }: Ctx) {
  const { hostname, origin } = new URL(site.baseUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new Refusal(400, 'no_passkeys', refusals.notSecure)
  return { id: hostname, origin }
}

function newChallenge({ tokens }: Ctx, { purpose, ...claims }: Challenge): string {
  return tokens.signTicket(`passkey:${purpose}`, claims, ttlSeconds)
}

/** Returns the challenge that a browser answered; null unless it is valid for this purpose, account and session. */
function openChallenge({ tokens }: Ctx, { purpose, ...claims }: Challenge, answered: string): Used | null {
  const challenge = Buffer.from(answered, 'base64url').toString()
  const ticket = tokens.openTicket(`passkey:${purpose}`, challenge)
  const isExpected = ticket?.claims.account === claims.account && ticket.claims.session === claims.session
  return ticket && isExpected ? { challenge, ticket } : null
}

/** Returns a check of the challenge for the library, and a function that returns the challenge once it has passed. */
function rememberChallenge(ctx: Ctx, expected: Challenge) {
  let used: Used | null = null
  return {
    isRight(answered: string) {
      used = openChallenge(ctx, expected, answered)
      return used !== null
    },
    used: () => used,
  }
}

/** A challenge that was answered. Mark it as used in the transaction that acts on the answer. */
type Used = { challenge: string; ticket: Ticket }

/** Returns options for a new passkey. @param passkeys those that the account already has */
export async function registrationOptions(
  ctx: Ctx,
  challenge: Challenge,
  account: { id: string; email: string; name: string },
  passkeys: StoredPasskey[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: ctx.site.name,
    rpID: relyingParty(ctx).id,
    userID: Uint8Array.from(Buffer.from(account.id)),
    userName: account.email,
    userDisplayName: account.name,
    challenge: newChallenge(ctx, challenge),
    timeout: ttlSeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: passkeys.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Checks a device's answer to `registrationOptions`. Throws Refusal `wrong_passkey` if it is wrong. */
export async function verifyAttestation(ctx: Ctx, expected: Challenge, attestation: Attestation) {
  const { verifyRegistrationResponse } = await library()
  const { id, origin } = relyingParty(ctx)
  const answered = rememberChallenge(ctx, expected)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...attestation, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: answered.isRight,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs,
  }).catch(() => {
    throw wrongPasskey()
  })
  const used = answered.used()
  if (!registrationInfo || !used) throw wrongPasskey()
  const { credential, credentialBackedUp } = registrationInfo
  return {
    used,
    passkey: {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: attestation.response.transports ?? [],
      isSynced: credentialBackedUp,
    },
  }
}

/**
 * Returns options for a login or a confirmation. Without `passkeys`, a device offers every passkey that it has for this
 * site.
 */
export async function authenticationOptions(ctx: Ctx, challenge: Challenge, passkeys: StoredPasskey[] = []) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: newChallenge(ctx, challenge),
    timeout: ttlSeconds * 1000,
    allowCredentials: passkeys.map(descriptor),
    userVerification: challenge.purpose === 'sign-in' ? 'required' : 'preferred',
  })
}

type Stored = StoredPasskey & { publicKey: string; counter: number; isSynced: boolean }

/**
 * Checks a device's answer to `authenticationOptions` against the stored passkey. Throws Refusal `wrong_passkey` if it
 * is wrong. The counters of a synced passkey may differ between its devices, so a lower one is not refused (WebAuthn
 * 6.1.1).
 */
export async function verifyAssertion(ctx: Ctx, expected: Challenge, assertion: Assertion, stored: Stored) {
  const { verifyAuthenticationResponse } = await library()
  const { id, origin } = relyingParty(ctx)
  const answered = rememberChallenge(ctx, expected)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: answered.isRight,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: stored.credentialId,
      publicKey: Uint8Array.from(Buffer.from(stored.publicKey, 'base64url')),
      counter: stored.isSynced ? 0 : stored.counter,
    } satisfies WebAuthnCredential,
    // For a login with only a passkey, its owner must unlock it, because having the phone isn't enough.
    requireUserVerification: expected.purpose === 'sign-in',
  }).catch(() => {
    throw wrongPasskey()
  })
  const used = answered.used()
  if (!verified || !used) throw wrongPasskey()
  return { used, counter: authenticationInfo.newCounter, userVerified: authenticationInfo.userVerified }
}

function descriptor({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId, transports }
}
