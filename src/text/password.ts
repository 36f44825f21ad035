/**
 * The fewest characters of a password at sign-up, and of one that is chosen later (spec 3.1 and 3.6), for the rules and
 * the texts about them.
 */
export const fewestCharacters = { signUp: 6, change: 8 } as const

/**
 * Returns a password in one spelling, whichever keyboard it was typed on: as in the OpaqueString profile of RFC 8265,
 * other spaces become U+0020, and as in its predecessor RFC 4013 the form is NFKC.
 */
export function normalizePassword(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFKC')
}

/** The rules for a changed password (spec 3.6), each named like its line in the checklist. */
export const passwordRules = {
  length: (password: string) => password.length >= fewestCharacters.change,
  upper: (password: string) => /\p{Lu}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[!@#$%^&*()_+\-=[\]{};':"\\|,.<>/?~`]/.test(password),
} as const

export function isStrongPassword(password: string): boolean {
  return Object.values(passwordRules).every((rule) => rule(password))
}
