import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono, type Context as HonoContext } from 'hono'
import { compress } from 'hono/compress'
import { words } from '#content/vocabulary/importable.ts'
import type { Site, Viewer } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { authorize } from '#core/permission.ts'
import { isImported, typeOf } from '#features/import/types.ts'
import { csvAnswer, jsonLdAnswer, zipAnswer } from './answer.ts'
import { wordlist } from './cldf.ts'
import { plainColumns, plainLines, tableLines } from './csv.ts'
import { graph } from './json-ld.ts'
import { idsOf, rowsOf, wordsOf } from './queries.ts'

type Deps = {
  db: NodePgDatabase
  site: Pick<Site, 'name' | 'baseUrl'>
  /** By bearer alone. */
  bearerOf(request: Request): Promise<Viewer | null>
  /** An entry as its own operation answers it; undefined when its type has none. */
  readEntry(c: HonoContext, viewer: Viewer | null, type: string, id: string): Promise<unknown>
}

/**
 * `/export/everything.jsonld`, `/export/vocabulary.zip` (CLDF) and `/export/<type>.csv`: what guests see, for anyone.
 * The same below `/api`: what the keeper who asks may see.
 */
export function exportsApp({ db, site, bearerOf, readEntry }: Deps): Hono {
  const app = new Hono()
  app.use('/export/*', compress())
  app.use('/api/export/*', compress())
  app.get('/export/:file', (c) => answer(c, null))
  app.get('/api/export/:file', async (c) => {
    const viewer = await bearerOf(c.req.raw)
    authorize(viewer, 'keeper')
    return answer(c, viewer)
  })
  return app

  function answer(c: HonoContext, viewer: Viewer | null): Response {
    const file = c.req.param('file') ?? ''
    if (file === 'everything.jsonld') return jsonLdAnswer(graph(site.baseUrl, everything(c, viewer)), file)
    if (file === 'vocabulary.zip')
      return zipAnswer(
        wordlist(site.name, site.baseUrl, () => rowsOf(db, viewer, words)),
        file,
      )
    const [, type = ''] = /^([a-z]+)\.csv$/.exec(file) ?? []
    if (isImported(type)) return csvAnswer(tableLines(typeOf(type), rowsOf(db, viewer, typeOf(type))), file)
    const columns = plainColumns.get(type)
    if (!columns) throw new NotFound()
    return csvAnswer(plainLines(columns, ofType(c, viewer, type)), file)
  }

  /** Words by themselves, since they are many; what went meanwhile is left out. */
  async function* everything(c: HonoContext, viewer: Viewer | null) {
    for await (const entry of wordsOf(db, viewer)) yield { type: 'vocabulary', entry }
    for await (const { type, id } of idsOf(db, viewer)) {
      const entry = type === 'vocabulary' ? undefined : await unlessGone(readEntry(c, viewer, type, id))
      if (entry) yield { type, entry }
    }
  }

  async function* ofType(c: HonoContext, viewer: Viewer | null, type: string) {
    for await (const { id } of idsOf(db, viewer, type)) {
      const entry = await unlessGone(readEntry(c, viewer, type, id))
      if (entry) yield entry
    }
  }
}

function unlessGone<T>(made: Promise<T>): Promise<T | undefined> {
  return made.catch((error) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
}
