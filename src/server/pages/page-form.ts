import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { LRUCache } from 'lru-cache'

const builtFolder = join(import.meta.dirname, '../../../build/client')
const links = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"[^>]*>/g

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
 * Returns the page with its style sheets inlined, so that a first page paints without another round trip: only the rules
 * for classes that the page has or that the reading scripts may add, which are half to three quarters of all bytes. The
 * scripts fetch the sheets (`data-file`) for later pages, and before they insert results. `hashes` are for the page's CSP.
 */
export async function withStyles(html: string): Promise<{ html: string; hashes: string[] }> {
  const files = [...html.matchAll(links)].map(([, file = '']) => file)
  const used = new Set([...html.matchAll(named)].flatMap(([, classes, script]) => wordsIn(classes ?? script)))
  const styles = new Map(await Promise.all(files.map(async (file) => [file, await styleOf(file, used)] as const)))
  const inlined = html.replace(links, (_, file) => `<style data-file="${file}">${styles.get(file)?.css}</style>`)
  return { html: inlined, hashes: [...styles.values()].map(({ hash }) => hash) }
}

/** Matches where a page names classes: its attributes, and its scripts, which set some. */
const named = / class="([^"]*)"|<script\b[^>]*>(.*?)<\/script>/gs

function wordsIn(text = ''): string[] {
  return text.match(/[\w-]+/g) ?? []
}

type Style = { css: string; hash: string }
/** A built style sheet, and its classes that no reading script names. */
type Sheet = { css: Buffer; classes: string[] }

const sheets = new LRUCache<string, Sheet>({ max: 100, fetchMethod: readSheet })
/** Styles by sheet and unused classes. All pages of one kind have the same. */
const styles = new LRUCache<string, Style>({ max: 100 })

async function styleOf(file: string, used: Set<string>): Promise<Style> {
  const { css, classes } = await sheets.forceFetch(file)
  const unused = classes.filter((name) => !used.has(name))
  const key = `${file} ${unused.join(' ')}`
  const style = styles.get(key) ?? without(unused, css, file)
  styles.set(key, style)
  return style
}

async function readSheet(file: string): Promise<Sheet> {
  const css = await readFile(builtFolder + file)
  const scripts = await Array.fromAsync(glob(join(builtFolder, 'reading/*.js')), (script) => readFile(script, 'utf8'))
  const added = new Set(scripts.flatMap(wordsIn))
  const classes = new Set(css.toString().match(/(?<=\.)[a-z][\w-]*/gi))
  return { css, classes: [...classes].filter((name) => !added.has(name)) }
}

function without(unusedSymbols: string[], code: Buffer, filename: string): Style {
  const css = transform({ filename, code, minify: true, unusedSymbols }).code.toString()
  return { css, hash: createHash('sha256').update(css).digest('base64') }
}
