/**
 * Returns a password in one spelling, whichever keyboard it was typed on: as in the OpaqueString profile of RFC 8265,
 * other spaces become U+0020, and as in its predecessor RFC 4013 the form is NFKC.
 */
export function normalizePassword(password: string): string {
  return password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFKC')
}
