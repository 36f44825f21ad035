import { Refusal, TooLarge } from '#core/errors.ts'
import { readBody } from '#core/input/body.ts'
import { refusals } from '#core/refusals.ts'
import { plainBytes } from './bodies.ts'

const formType = 'application/x-www-form-urlencoded'

/**
 * Reads the body of a form sent without JavaScript. Returns the request with the body in memory. Throws a Refusal for
 * a form of another site (403), because the browser adds our cookies to it, a Refusal for other content (415), and
 * TooLarge above 64 KB.
 * @param origins the addresses of this site
 */
export async function readForm(request: Request, origins: string[]): Promise<Request> {
  const { headers } = request
  if (!isOwn(headers, origins)) throw new Refusal(403, 'other_site', refusals.otherSite)
  if (headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== formType)
    throw new Refusal(415, 'no_form', refusals.noForm)
  const tooLarge = () => new TooLarge(refusals.tooLargeKb(plainBytes / 1024))
  const body = await readBody(request, { max: plainBytes, tooLarge })
  return formOf(request, new Uint8Array(body))
}

/** Returns the request of a form whose address says everything. Its body isn't read. */
export function withoutBody(request: Request): Request {
  return formOf(request, new Uint8Array())
}

function formOf({ url, headers, signal }: Request, body: Uint8Array<ArrayBuffer>): Request {
  const formHeaders = new Headers({ 'content-type': formType })
  for (const name of ['accept', 'accept-language', 'cookie']) {
    const value = headers.get(name)
    if (value) formHeaders.set(name, value)
  }
  return new Request(url, { method: 'POST', headers: formHeaders, body, signal })
}

/**
 * Returns whether a form is from this site. Browsers say so in Sec-Fetch-Site, older ones in Origin; without either the
 * form could be from anywhere.
 */
function isOwn(headers: Headers, origins: string[]): boolean {
  const site = headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : origins.includes(headers.get('origin') ?? '')
}
