import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const builtFolder = fileURLToPath(new URL('../../../build/client', import.meta.url))
const links = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"[^>]*>/g
const styles = new Map<string, Promise<Style>>()
type Style = { css: string; hash: string }

/** Form of a page: the `whole` page, the page with its style sheets inlined (`first`), or only its `results`. */
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
 * Returns the page with its style sheets inlined, so that a first page paints without another round trip. The reading
 * script then fetches the first for later pages, which all have it (`data-file`). `hashes` are for the page's CSP.
 */
export async function withStyles(html: string): Promise<{ html: string; hashes: string[] }> {
  const files = [...html.matchAll(links)].map(([, file = '']) => file)
  const found = new Map(await Promise.all(files.map(async (file) => [file, await styleOf(file)] as const)))
  const inlined = html.replace(links, (_, file) => `<style data-file="${file}">${found.get(file)?.css}</style>`)
  return { html: inlined, hashes: [...found.values()].map(({ hash }) => hash) }
}

function styleOf(file: string): Promise<Style> {
  const style = styles.get(file) ?? read(file)
  styles.set(file, style)
  return style
}

async function read(file: string): Promise<Style> {
  const css = await readFile(builtFolder + file, 'utf8')
  return { css, hash: createHash('sha256').update(css).digest('base64') }
}
