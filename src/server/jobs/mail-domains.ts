import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'

type Lookup = Pick<Resolver, 'resolveMx' | 'resolve4' | 'resolve6' | 'cancel'>

/** ms after which a lookup is given up, so that nobody waits longer for a form. */
const patience = 3_000
/** Names that DNS doesn't know although a site may use them, for tests and in its own network (RFC 2606, 6761, 6762). */
const reserved = /(^|\.)(test|example(\.(com|net|org))?|localhost|local|internal)$/

/**
 * Returns a function that says whether mail to an address can arrive: false only if DNS answers that its domain doesn't
 * exist, has neither a mail server nor an address of its own, or accepts no mail (RFC 7505). Any failure counts as true.
 */
export function openMailDomains(
  open: () => Lookup = () => new Resolver({ timeout: patience, tries: 1 }),
): (email: string) => Promise<boolean> {
  const cache = new LRUCache<string, boolean>({ max: 1_000, ttl: 10 * 60_000 })
  return async (email) => {
    const domain = email.slice(email.lastIndexOf('@') + 1)
    if (reserved.test(domain)) return true
    const known = cache.get(domain)
    if (known !== undefined) return known
    const lookup = open()
    const timer = setTimeout(() => lookup.cancel(), patience)
    try {
      const receives = await receivesMail(lookup, domain)
      cache.set(domain, receives)
      return receives
    } catch {
      return true
    } finally {
      clearTimeout(timer)
    }
  }
}

async function receivesMail(lookup: Lookup, domain: string): Promise<boolean> {
  const servers = await lookup.resolveMx(domain).catch(noneOf)
  if (servers.length > 0) return servers.some(({ exchange }) => exchange !== '' && exchange !== '.')
  // Without an MX record, mail goes to the domain itself (RFC 5321, 5.1).
  const [v4, v6] = await Promise.all([lookup.resolve4(domain).catch(noneOf), lookup.resolve6(domain).catch(noneOf)])
  return v4.length + v6.length > 0
}

/** Returns no records if DNS has none of this kind. Throws any other error. */
function noneOf(error: { code?: string }): [] {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
  throw error
}
