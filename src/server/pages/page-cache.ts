import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { isNamed } from '#core/input/if-none-match.ts'
import type { Language } from '#text/language.ts'
import { guestLanguage } from '../http/language.ts'
import { hasSessionCookie } from '../sessions/session.ts'
import { type PageForm, pageForm } from './page-form.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A rendered page or API answer in the encodings that browsers accept. */
export type Page = {
  status: number
  headers: Record<string, string>
  etag: string
  plain: Buffer
  /** Both if the page is cacheable; otherwise only the one that its reader gets. */
  br: Buffer | undefined
  gzip: Buffer | undefined
  /** True if it is the same for every guest. */
  cacheable: boolean
}

/**
 * Request headers that change the answer: credentials (a session cookie for pages, a token for the API), and those that
 * choose its language, encoding and form.
 */
const vary = 'authorization, cookie, accept-language, accept-encoding, sec-fetch-site, x-part'

/**
 * Compresses a rendered page once. Brotli 5 is within 4 percent of level 9 on these pages, at a tenth of the time.
 * @param cacheable true, or the Accept-Encoding of the only reader of a page that isn't cached
 */
export async function toPage(
  status: number,
  headers: Record<string, string>,
  html: Buffer,
  cacheable: true | { accept: string },
): Promise<Page> {
  const best = cacheable === true ? undefined : bestEncoding(cacheable.accept)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length }
  const [br, gz] = await Promise.all([
    cacheable === true || best === 'br' ? brotli(html, { params }) : undefined,
    cacheable === true || best === 'gzip' ? zip(html) : undefined,
  ])
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { status, headers: { ...headers, vary }, etag, plain: html, br, gzip: gz, cacheable: cacheable === true }
}

/** Lifetime in ms. The word of the day and the status of an event, for example, change with time alone. */
const maxAgeMs = 60_000

/** Returns the cache key of a guest's page: form and language (if not the defaults) and address. */
export function pageKey(language: Language, address: string, form: PageForm = 'whole'): string {
  return `${form === 'whole' ? '' : `${form} `}${language === 'en' ? address : `${language} ${address}`}`
}

/** Guests' pages and lists by `pageKey` or address, cleared when content changes. Members' pages are never cached. */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: 24 * 1024 * 1024,
    ttl: maxAgeMs,
    sizeCalculation: (page) => page.plain.length + (page.br?.length ?? 0) + (page.gzip?.length ?? 0),
  })
  readonly #everyAnswer: Record<string, string>
  readonly #rendering = new Map<string, Promise<Page>>()
  #generation = 0
  /** Numbers of pages answered from the cache, and of pages rendered. */
  readonly counts = { hits: 0, rendered: 0 }
  /** False while this instance isn't notified of changes made by others. */
  enabled = true

  /** @param everyAnswer headers of every answer of the site */
  constructor(everyAnswer: Record<string, string> = {}) {
    this.#everyAnswer = everyAnswer
  }

  /** A number that changes whenever content does; undefined while this instance isn't notified of changes by others. */
  get version(): number | undefined {
    return this.enabled ? this.#generation : undefined
  }

  clear(): void {
    this.#generation++
    this.#rendering.clear()
    this.#pages.clear()
  }

  get(key: string): Page | undefined {
    return this.enabled ? this.#pages.get(key) : undefined
  }

  /**
   * Returns the page of `key` (`pageKey`). A cacheable page is rendered once for concurrent requests, and not cached if
   * content changes meanwhile.
   */
  async of(key: string, render: () => Promise<Page>): Promise<Page> {
    const cached = this.get(key) ?? (await this.#rendering.get(key))
    if (cached?.cacheable) {
      this.counts.hits++
      return cached
    }
    this.counts.rendered++
    const generation = this.#generation
    const rendering = render()
    this.#rendering.set(key, rendering)
    try {
      const page = await rendering
      if (this.enabled && generation === this.#generation && page.cacheable) this.#pages.set(key, page)
      return page
    } finally {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key)
    }
  }

  /** Answers a guest's GET from the cache, before any framework. Returns false for others, and for uncached pages. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || request.headers.authorization || hasSession(request)) return false
    const headers = request.headers as Record<string, string | undefined>
    const language = guestLanguage(headers.cookie, headers['accept-language'])
    const page = this.get(pageKey(language, request.url ?? '', pageForm(headers['sec-fetch-site'], headers['x-part'])))
    if (!page) return false
    this.counts.hits++
    writePage(page, this.#everyAnswer, request, response)
    return true
  }
}

function hasSession(request: IncomingMessage) {
  const { cookie } = request.headers
  return cookie !== undefined && hasSessionCookie(cookie)
}

/** Writes a page with all headers in one call, so that Node doesn't build a table of headers for each answer. */
function writePage(
  page: Page,
  everyAnswer: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (isNamed(request.headers['if-none-match'], page.etag)) {
    response.writeHead(304, { ...everyAnswer, etag: page.etag, vary }).end()
    return
  }
  const { body, encoding } = encoded(page, request.headers['accept-encoding'])
  response
    .writeHead(page.status, {
      ...everyAnswer,
      ...page.headers,
      etag: page.etag,
      'content-length': body.length,
      ...(encoding && { 'content-encoding': encoding }),
    })
    .end(body)
}

/** Returns the Response for a page, or a 304 if the browser already has it. */
export function pageResponse(page: Page, request: Request): Response {
  if (page.cacheable && isNamed(request.headers.get('if-none-match'), page.etag))
    return new Response(null, { status: 304, headers: { etag: page.etag, vary } })
  const { body, encoding } = encoded(page, request.headers.get('accept-encoding') ?? '')
  const headers = { ...page.headers, ...(page.cacheable && { etag: page.etag }) }
  return new Response(page.plain.length ? new Uint8Array(body) : null, {
    status: page.status,
    headers: encoding && page.plain.length ? { ...headers, 'content-encoding': encoding } : headers,
  })
}

/** Returns the page in the smallest encoding that the browser accepts. */
function encoded(page: Page, accept = ''): { body: Buffer; encoding: 'br' | 'gzip' | undefined } {
  const encoding = bestEncoding(accept)
  const body = encoding && page[encoding]
  return body ? { body, encoding } : { body: page.plain, encoding: undefined }
}

function bestEncoding(accept: string): 'br' | 'gzip' | undefined {
  if (/\bbr\b/.test(accept)) return 'br'
  return /\bgzip\b/.test(accept) ? 'gzip' : undefined
}
