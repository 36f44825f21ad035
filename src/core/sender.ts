import type { Context } from './context.ts'

/**
 * Returns the owner of a request's share in a budget: the account, or the network of guests and of accounts whose email
 * isn't confirmed, because one person can make many of those.
 */
export function senderOf({ viewer, caller }: Pick<Context, 'viewer' | 'caller'>): string {
  return viewer?.emailVerified ? viewer.id : networkOf(caller.address)
}

/** Returns the /64 network of an IPv6 address, because one caller has all of it, or the IPv4 address itself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().replace(/%.*/, '').split('::')
  const first = head.split(':').filter((part) => part !== '')
  const last = tail?.split(':').filter((part) => part !== '') ?? []
  const groups = [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
