import { lookup } from 'node:dns'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ip from 'ipaddr.js'

const patienceMs = 10_000
const refused = () => new Error('that address is not on the public internet')

export function isPublic(address: string): boolean {
  return ip.isValid(address) && ip.process(address).range() === 'unicast'
}

/**
 * POSTs to an https address given by a user and returns the status; ignores the body and follows no redirects. Rejects
 * after 10 s, or if the address isn't https or leads to a private network.
 */
export async function postOutside(address: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') throw new Error('only https addresses are allowed')
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isPublic(host)) throw refused()
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    const clientRequest = request(address, { method: 'POST', headers, signal, lookup: lookupPublic })
    clientRequest.on('error', reject)
    clientRequest.on('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    clientRequest.end(body)
  })
}

/** Checks the addresses that are then connected to: a second lookup could return others. */
const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    if (!addresses.every(({ address }) => isPublic(address))) return done(refused(), [])
    if (options.all) return done(null, addresses)
    const [first] = addresses
    done(null, first?.address ?? '', first?.family)
  })
}
