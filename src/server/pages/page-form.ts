import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const builtFolder = fileURLToPath(new URL('../../../build/client', import.meta.url))
const link = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"[^>]*>/
const styles = new Map<string, Promise<Style>>()
type Style = { css: string; hash: string }

/** Form of a page: the `whole` page, the page with its style sheet inlined (`first`), or only its `results`. */
export type PageForm = 'whole' | 'first' | 'results'

/**
 * Returns the form of a page. Readers from elsewhere (`Sec-Fetch-Site`) have no cached style sheet yet; clients without
 * the header count as coming from within. The reading script asks only for results (`x-part`).
 */
export function pageForm(secFetchSite: string | null | undefined, part: string | null | undefined): PageForm {
  if (part === 'results') return 'results'
  return secFetchSite === 'none' || secFetchSite === 'cross-site' || secFetchSite === 'same-site' ? 'first' : 'whole'
}

/** Returns a page's results and what follows them in its main part, or the whole page if it has no results. */
export function resultsOf(html: string): string {
  const start = html.indexOf('<div id="results"')
  return start < 0 ? html : html.slice(start, html.indexOf('</main>', start))
}

/**
 * Returns the page with its style sheet inlined, so that a first page paints without another round trip, or null if it
 * links none. The reading script then fetches the file for later pages (`data-file`). `hash` is for the page's CSP.
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
