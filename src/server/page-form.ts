import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const builtFolder = fileURLToPath(new URL('../../build/client', import.meta.url))
const link = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"[^>]*>/
const styles = new Map<string, Promise<Style>>()
type Style = { css: string; hash: string }

/** What of a page is asked for: all of it, all with its style sheet in it, or its list alone. */
export type PageForm = 'whole' | 'first' | 'results'

/**
 * A reader who comes from elsewhere has no file of the site yet, by what the browser says (`Sec-Fetch-Site`, Fetch
 * Metadata); a client that says nothing counts as within. The reading script asks for the list alone (`x-part`).
 */
export function pageForm(secFetchSite: string | null | undefined, part: string | null | undefined): PageForm {
  if (part === 'results') return 'results'
  return secFetchSite === 'none' || secFetchSite === 'cross-site' || secFetchSite === 'same-site' ? 'first' : 'whole'
}

/** The list of a page with what follows it there, or the page where it has none: a third of the bytes, or less. */
export function resultsOf(html: string): string {
  const start = html.indexOf('<div id="results"')
  return start < 0 ? html : html.slice(start, html.indexOf('</main>', start))
}

/**
 * The page with its style sheet in it: a first page paints without another round trip, a third sooner on a slow line.
 * The reading script then fetches the file for the pages that follow (`data-file`). `hash` is for the page's policy.
 */
export async function withStyles(html: string): Promise<{ html: string; hash: string } | null> {
  const [tag, file] = link.exec(html) ?? []
  if (!tag || !file) return null
  const style = styles.get(file) ?? read(file)
  styles.set(file, style)
  const { css, hash } = await style
  return { html: html.replace(tag, () => `<style data-file="${file}">${css}</style>`), hash }
}

async function read(file: string): Promise<Style> {
  const css = await readFile(builtFolder + file, 'utf8')
  return { css, hash: createHash('sha256').update(css).digest('base64') }
}
