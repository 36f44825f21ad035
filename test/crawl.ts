// Follows the links of a running site and reports the faults of its pages.

export type Crawled = {
  /** Requested paths and the status of their answers. */
  visited: Map<string, number>
  /** Every path that something links to, including those that were not requested. */
  found: Set<string>
  faults: string[]
}

type Options = {
  /** Session cookie of a member; without it, the crawl is that of a guest. */
  cookie?: string
  /** Pages with these ids are always visited; of other pages that are alike, at most `sample` are. */
  ids?: string[]
  sample: number
  /**
   * Pages that differ only in ids and in values of the query are alike. With this, they may differ only in ids, and in
   * the values of lastKey, back, redirect, q and token.
   */
  everyValue?: boolean
  /** Paths that need not be requested again. */
  known?: Iterable<string>
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const concurrency = 4

/** Follows the links reachable from `starts`, but only a sample of those that are alike; each must answer 200. */
export async function crawl(site: string, starts: string[], options: Options): Promise<Crawled> {
  const { cookie, ids = [], sample, everyValue = false, known = [] } = options
  const values = everyValue ? /(lastKey|back|redirect|q|token)=[^&]*/g : /(\w+)=[^&]*/g
  const idSet = new Set(ids)
  const visited = new Map<string, number>()
  const faults: string[] = []
  const counts = new Map<string, number>()
  const waiting: { path: string; from: string }[] = []
  const found = new Set<string>()
  const queued = new Set(known)

  function note(links: Iterable<string>, from: string) {
    for (const link of links) {
      const path = within(site, link, from)
      if (path === null) continue
      found.add(path)
      if (queued.has(path)) continue
      queued.add(path)
      const pattern = path.replace(uuid, ':id').replace(values, '$1=*')
      const count = counts.get(pattern) ?? 0
      const [pathname = ''] = path.split('?')
      const chosen = (pathname.match(uuid) ?? []).some((id) => idSet.has(id))
      if (count >= sample && !chosen) continue
      if (!chosen) counts.set(pattern, count + 1)
      waiting.push({ path, from })
    }
  }

  async function visit({ path, from }: { path: string; from: string }) {
    const page = await read(site, path, cookie)
    visited.set(path, page.status)
    if (page.status !== 200) return faults.push(`${path} answers ${page.status}, linked from ${from}`)
    faults.push(...page.faults.map((fault) => `${path} ${fault}`))
    note(page.links, path)
  }

  note(starts, '/')
  while (waiting.length > 0) await Promise.all(waiting.splice(0, concurrency).map(visit))
  return { visited, found, faults: [...new Set(faults)] }
}

/** Returns the path of a link within the site without its fragment, or null. */
function within(site: string, link: string, from: string): string | null {
  if (!URL.canParse(link, site + from)) return null
  const url = new URL(link, site + from)
  return url.origin === site ? url.pathname + url.search : null
}

type Read = { status: number; links: string[]; faults: string[] }

/** Reads a page, following redirects within the site. */
export async function read(site: string, path: string, cookie?: string): Promise<Read> {
  const headers: Record<string, string> = cookie ? { cookie } : {}
  let answer = await fetch(site + path, { headers, redirect: 'manual' })
  for (let hops = 0; answer.status >= 300 && answer.status < 400 && hops < 5; hops++) {
    const next = within(site, answer.headers.get('location') ?? '', path)
    if (next === null) break
    await answer.arrayBuffer()
    answer = await fetch(site + next, { headers, redirect: 'manual' })
  }
  const type = answer.headers.get('content-type') ?? ''
  if (!/html|xml|json|calendar|css|csv|text\/plain/.test(type)) {
    await answer.arrayBuffer()
    return { status: answer.status, links: [], faults: [] }
  }
  const body = await answer.text()
  const { status } = answer
  // The API description itself contains "null".
  if (path === '/api/openapi.json') return { status, links: [], faults: [] }
  if (type.includes('html')) return { status, ...readHtml(site, body) }
  if (type.includes('css')) return { status, links: [...body.matchAll(/url\(["']?([^)"']+)/g)].map(first), faults: [] }
  // Calendar files fold long lines.
  const text = type.includes('calendar') ? body.replace(/\r?\n[ \t]/g, '') : body
  return { status, links: addressesIn(site, text), faults: missingValuesIn(withoutMarks(text)) }
}

const first = ([, one = '']: RegExpMatchArray) => one

/** Returns every absolute address of the site in a text. */
export function addressesIn(site: string, text: string): string[] {
  const escaped = site.replace(/[.:/]/g, '\\$&')
  const matches = text.replaceAll('&amp;', '&').matchAll(new RegExp(`${escaped}(/[^\\s"'<>\\\\,;)]*)?`, 'g'))
  return [...matches].map(([address]) => address.replace(/[.]$/, ''))
}

/** Returns a fault for each word that templates print for a missing value, such as “undefined”. */
function missingValuesIn(text: string): string[] {
  return [...text.matchAll(/(.{0,30})(\bundefined\b|\bnull\b|\bNaN\b|\[object \w+\])(.{0,30})/g)].map(
    ([around]) => `shows “${around.trim()}”`,
  )
}

function withoutMarks(xml: string): string {
  // JSON contains null for missing values; only its texts are shown to people.
  return xml.startsWith('{') || xml.startsWith('[') ? xml.replace(/:\s*null\b/g, ':""') : xml
}

const voidElements = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
/** Elements that show something without text. */
const replacedElements = /^(img|svg|audio|video|canvas|input|textarea|select|progress|meter|iframe|picture|hr)$/
const headings = /^h([1-6])$/
/** Elements whose last heading must have something below it. */
const parts = /^(section|main|aside|dialog)$/
/** Elements that may contain nothing but a heading, such as the title of a list item. */
const cards = /^(li|article|a)$/
/** Elements that must not be empty: a row needs a value, and a heading or link needs a name. */
const rows = /^(dd|dt|li|td|th|p|h[1-6]|a|button|label|legend|option|summary|figcaption|caption)$/
const linked = /^(href|src|action|poster|srcset|content)$/

type Open = { tag: string; start: string; hasContent: boolean }

/** Reads React's HTML, in which each tag is closed and each attribute quoted. */
export function readHtml(site: string, html: string): Omit<Read, 'status'> {
  const links: string[] = []
  const faults: string[] = []
  const open: Open[] = []
  let bareHeading: { level: number; start: string; depth: number } | undefined
  const body = html.replace(/<!--[\s\S]*?-->/g, '').replace(/<style[\s\S]*?<\/style>/g, '')
  const inCard = () => open.some(({ tag }) => cards.test(tag))
  const markContent = () => {
    for (const one of open) one.hasContent = true
    if (inCard() || !open.some(({ tag }) => headings.test(tag))) bareHeading = undefined
  }
  const reportBareHeading = () => {
    if (bareHeading) faults.push(`has nothing below ${bareHeading.start}`)
    bareHeading = undefined
  }
  const tokens = body.matchAll(
    /<script([^>]*)>([\s\S]*?)<\/script>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/g,
  )
  for (const [start, scriptAttributes, script = '', closing, name = '', attributes = '', text] of tokens) {
    if (scriptAttributes !== undefined) {
      links.push(...attributesOf(scriptAttributes).flatMap(([key, value]) => (key === 'src' ? [value] : [])))
      if (!scriptAttributes.includes('ld+json')) continue
      links.push(...addressesIn(site, script))
      if (/\bnull\b|undefined/.test(script)) faults.push(`describes itself with “${missingValuesIn(script)[0]}”`)
      JSON.parse(script)
    } else if (text !== undefined) {
      if (text.trim() === '') continue
      markContent()
      faults.push(...missingValuesIn(decoded(text)))
    } else if (closing) {
      const at = open.findLastIndex(({ tag }) => tag === name)
      if (at < 0) faults.push(`closes <${name}> twice`)
      if (parts.test(name) && bareHeading && at < bareHeading.depth) reportBareHeading()
      const [closed] = at < 0 ? [] : open.splice(at)
      if (closed && !closed.hasContent && rows.test(name)) faults.push(`has an empty ${closed.start}`)
    } else {
      const pairs = attributesOf(attributes)
      for (const [key, value] of pairs) {
        if (key !== 'class' && key !== 'd')
          faults.push(...missingValuesIn(value).map((fault) => `${fault} in ${key} of <${name}>`))
        if (linked.test(key)) links.push(...linksOf(key, value, name, site))
      }
      const level = Number(headings.exec(name)?.[1])
      if (bareHeading && level <= bareHeading.level) reportBareHeading()
      if (level && !inCard()) bareHeading = { level, start, depth: open.length }
      if (replacedElements.test(name) || pairs.some(([key, value]) => key === 'aria-label' && value !== ''))
        markContent()
      // Content that is still loading will appear below the heading.
      if (pairs.some(([key, value]) => key === 'aria-busy' && value === 'true')) bareHeading = undefined
      if (!voidElements.test(name)) open.push({ tag: name, start, hasContent: mayBeEmpty(pairs, open) })
    }
  }
  return { links: links.filter((link) => link !== ''), faults }
}

/**
 * Returns whether an element may be empty, because it is filled later or hidden: a live region, a loading list, options
 * of a field.
 */
function mayBeEmpty(attributes: [string, string][], open: Open[]): boolean {
  const is = (key: string, value: RegExp) => attributes.some(([name, actual]) => name === key && value.test(actual))
  const loads = open.some(({ start, tag }) => tag === 'template' || /aria-(hidden|busy)="true"/.test(start))
  return loads || is('hidden', /^/) || is('role', /^(status|alert)$/) || open.at(-1)?.tag === 'datalist'
}

function attributesOf(text: string): [string, string][] {
  return [...text.matchAll(/([^\s=>/]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decoded(value)])
}

function linksOf(key: string, value: string, tag: string, site: string): string[] {
  if (key === 'srcset') return value.split(',').map((one) => one.trim().split(' ')[0] ?? '')
  if (key === 'content') return tag === 'meta' ? addressesIn(site, value) : []
  return [value]
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (one) => characters[one] ?? one)
}
