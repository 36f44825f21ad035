import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Language } from '#core/language.ts'
import { chosenLanguage } from './language.ts'
import { type PageForm, pageForm } from './page-form.ts'
import { cookieOf } from './session.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A rendered page or an answer of the API, whole, in the encodings that browsers ask for. */
export type Page = {
  status: number
  headers: Record<string, string>
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
  /** The same for every guest. */
  cacheable: boolean
}

/** Who asks, by what (a session's cookie opens pages, a token the API), and in which form. */
const vary = 'authorization, cookie, accept-encoding, sec-fetch-site, x-part'

/** Compresses a rendered page once. Brotli 5: measured within 4 percent of 9 on these pages, at a tenth of the time. */
export async function toPage(
  status: number,
  headers: Record<string, string>,
  html: Buffer,
  cacheable: boolean,
): Promise<Page> {
  const [br, gz] = await Promise.all([
    brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length } }),
    zip(html),
  ])
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { status, headers: { ...headers, vary }, etag, plain: html, br, gzip: gz, cacheable }
}

/** What a page shows may change with the clock alone: the word of the day, whether an event is over. In ms. */
const keptFor = 60_000

/** What a guest's page is kept by: its address, its language but for English, and its form but for the whole. */
export function pageKey(language: Language, address: string, form: PageForm = 'whole'): string {
  return `${form === 'whole' ? '' : `${form} `}${language === 'en' ? address : `${language} ${address}`}`
}

/** Guests' pages by language and address, dropped together when content changes. Members' pages never come here. */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({
    maxSize: 24 * 1024 * 1024,
    ttl: keptFor,
    sizeCalculation: (page) => page.plain.length + page.br.length + page.gzip.length,
  })
  readonly #everyAnswer: Record<string, string>
  readonly #rendering = new Map<string, Promise<Page>>()
  #generation = 0
  /** How often something was asked for: found here, or made. */
  readonly asked = { found: 0, made: 0 }
  /** Off while this instance cannot hear of changes made by others. */
  enabled = true

  /** @param everyAnswer headers of every answer of the site */
  constructor(everyAnswer: Record<string, string> = {}) {
    this.#everyAnswer = everyAnswer
  }

  clear(): void {
    this.#generation++
    this.#rendering.clear()
    this.#pages.clear()
  }

  get(key: string): Page | undefined {
    return this.enabled ? this.#pages.get(key) : undefined
  }

  /** The page of `key` (`pageKey`), rendered once however many ask; what changed while it was rendered is not kept. */
  async of(key: string, render: () => Promise<Page>): Promise<Page> {
    const known = this.get(key) ?? (await this.#rendering.get(key))
    if (known?.cacheable) {
      this.asked.found++
      return known
    }
    this.asked.made++
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

  /** Answers a guest's page from memory, before any framework. False when it is not here. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || request.headers.authorization || hasSession(request)) return false
    const { cookie, 'sec-fetch-site': site, 'x-part': part } = request.headers as Record<string, string | undefined>
    const page = this.get(pageKey(chosenLanguage(cookie), request.url ?? '', pageForm(site, part)))
    if (!page) return false
    this.asked.found++
    writePage(page, this.#everyAnswer, request, response)
    return true
  }
}

function hasSession(request: IncomingMessage) {
  const { cookie } = request.headers
  return cookie !== undefined && cookieOf(new Headers({ cookie })) !== undefined
}

/** Every header at once: Node then writes them as they are, without a table of its own for each answer. */
function writePage(
  page: Page,
  everyAnswer: Record<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.headers['if-none-match'] === page.etag) {
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

/** The page for one who asked the app; from memory `answer` gives it. */
export function pageResponse(page: Page, request: Request): Response {
  if (page.cacheable && request.headers.get('if-none-match') === page.etag)
    return new Response(null, { status: 304, headers: { etag: page.etag, vary } })
  const { body, encoding } = encoded(page, request.headers.get('accept-encoding') ?? '')
  const headers = { ...page.headers, ...(page.cacheable && { etag: page.etag }) }
  return new Response(page.plain.length ? new Uint8Array(body) : null, {
    status: page.status,
    headers: encoding && page.plain.length ? { ...headers, 'content-encoding': encoding } : headers,
  })
}

/** The smallest body that the reader's browser takes. */
function encoded(page: Page, accept = ''): { body: Buffer; encoding: 'br' | 'gzip' | undefined } {
  if (/\bbr\b/.test(accept)) return { body: page.br, encoding: 'br' }
  if (/\bgzip\b/.test(accept)) return { body: page.gzip, encoding: 'gzip' }
  return { body: page.plain, encoding: undefined }
}
