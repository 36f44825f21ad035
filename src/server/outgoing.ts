import { lookup } from 'node:dns'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ip from 'ipaddr.js'

const patienceMs = 10_000
const refused = () => new Error('that address is not on the public internet')

/** Whether an address is of the internet at large, and of no machine or network nearby. */
export function isPublic(address: string): boolean {
  return ip.isValid(address) && ip.process(address).range() === 'unicast'
}

/**
 * POSTs to an https address that somebody gave us, and answers its status; what it says is not read, and nothing is
 * followed. Rejects when it does not answer within 10 s, or leads to a machine that is not on the public internet.
 */
export async function postOutside(address: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') throw new Error('only https goes out')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublic(host)) throw refused()
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    const asked = request(address, { method: 'POST', headers, signal, lookup: lookupPublic })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    asked.end(body)
  })
}

/** Judges what is then connected to: a second look-up could find another machine. */
const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    if (!found.every(({ address }) => isPublic(address))) return done(refused(), [])
    if (options.all) return done(null, found)
    const [first] = found
    done(null, first?.address ?? '', first?.family)
  })
}
