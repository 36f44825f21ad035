import type { Context as HonoContext } from 'hono'
import { Budget } from '#core/concurrency/budget.ts'
import type { Caller, Context } from '#core/context.ts'
import { Invalid, Refusal, TooLarge } from '#core/errors.ts'
import { readBody } from '#core/input/body.ts'
import { parseJson } from '#core/input/json.ts'
import type { AnyOperation } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { senderOf } from '#core/sender.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Body limit of an operation that declares none, and of all guests, in bytes. */
export const plainBytes = 64 * kilobyte
/** Body limit of an operation that takes rich text, in bytes. */
export const textBytes = 512 * kilobyte
/** Bodies up to this size don't wait for memory, so that logins succeed while others send large bodies. */
const freeBytes = 4 * kilobyte
/** Bodies up to this size are accepted while the disk has only its reserve. */
const smallBytes = 16 * kilobyte
/** At most this many large texts are parsed and stored at once, so that small ones don't wait for many of them. */
const largeTexts = 2
/** Slowest connection that a large body is accepted from, in bytes per second. */
const minBytesPerSecond = 16 * kilobyte

export type Bodies = ReturnType<typeof openBodies>

/**
 * Limits the memory for bodies being received, parsed and handled to a few tens of megabytes, or one body that is
 * larger than that. Large bodies wait only for each other, and many bodies of one sender can't take all the room.
 */
export function openBodies(maxUploadBytes: number) {
  const medium = new Budget(16 * megabyte, { share: 4 * megabyte })
  const large = new Budget(32 * megabyte, { share: 16 * megabyte })
  const texts = new Budget(largeTexts)

  return {
    /**
     * Reads the body of an authorized request. Returns the fields and a function that releases the memory once they are
     * handled. Throws TooLarge, NoRoom, Invalid, Busy, or a Refusal with status 408.
     */
    async read(c: HonoContext, row: AnyOperation, ctx: Context) {
      const request = c.req.raw
      const max = largestBody(row, ctx.viewer !== null, maxUploadBytes)
      const tooLarge = () => new TooLarge(tooLargeText(max))
      const announced = announcedBytes(request.headers, max)
      if (announced > max) throw tooLarge()
      if (announced > smallBytes && row.method !== 'DELETE') await ctx.disk.requireRoom(announced)
      let release =
        announced <= freeBytes
          ? () => {}
          : await (announced > textBytes ? large : medium).take(announced, senderOf(ctx))
      try {
        const wholeMs = 60_000 + (announced / minBytesPerSecond) * 1000
        const bytes = await readBody(request, { max, tooLarge, wholeMs })
        // A request with files takes turns where those are received, which can last minutes.
        if (announced > plainBytes && !row.files) {
          const [freeMemory, endTurn] = [release, await texts.take(1, senderOf(ctx))]
          release = () => {
            endTurn()
            freeMemory()
          }
        }
        return { fields: fieldsOf(bytes), release }
      } catch (error) {
        release()
        throw error
      }
    },

    /**
     * Reads the body of a form that a guest sent without JavaScript. Returns the request with the body in memory.
     * Throws a Refusal for a form of another site (403), because the browser adds our cookies to it, a Refusal for
     * other content (415), TooLarge above 64 KB, and Busy.
     * @param origins the addresses of this site
     */
    async form(request: Request, origins: string[], caller: Caller): Promise<Request> {
      const { headers } = request
      if (!isOwn(headers, origins)) throw new Refusal(403, 'other_site', refusals.otherSite)
      if (headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== formType)
        throw new Refusal(415, 'no_form', refusals.noForm)
      const tooLarge = () => new TooLarge(tooLargeText(plainBytes))
      const release = await medium.take(plainBytes, senderOf({ viewer: null, caller }))
      const body = await readBody(request, { max: plainBytes, tooLarge }).finally(release)
      return formOf(request, new Uint8Array(body))
    },
  }
}

/** Returns the body limit of an operation in bytes. */
export function largestBody(row: AnyOperation, signedIn: boolean, maxUploadBytes: number): number {
  if (!signedIn) return plainBytes
  if (row.files) return Math.max(textBytes, Math.floor(maxUploadBytes * 1.4))
  return row.body === 'text' ? textBytes : plainBytes
}

/** Returns the announced size. A chunked body counts as the largest allowed, because its size is unknown. */
function announcedBytes(headers: Headers, max: number): number {
  const length = headers.get('content-length')
  if (headers.has('transfer-encoding')) return max
  return length === null ? 0 : Number(length)
}

function tooLargeText(max: number): string {
  return max < megabyte ? refusals.tooLargeKb(max / kilobyte) : refusals.tooLarge(Math.floor(max / megabyte))
}

function fieldsOf(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) return {}
  const body = parseJson(bytes)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Invalid(refusals.noObject)
  return body as Record<string, unknown>
}

const formType = 'application/x-www-form-urlencoded'

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
 * Returns whether a request is from a page of this site; undefined if it doesn't say, as those of programs. Browsers say
 * so in Sec-Fetch-Site, older ones in Origin.
 */
export function isOwn(headers: Headers, origins: string[]): boolean | undefined {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  if (site) return site === 'same-origin'
  return origin === null ? undefined : origins.includes(origin)
}
