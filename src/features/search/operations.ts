import { pageOf } from '#content/entry/address.ts'
import { searchWords, stagesOf } from '#content/entry/list/search.ts'
import { rowsFor } from '#content/entry/list/statements.ts'
import { presentEntry } from '#content/entry/present.ts'
import { refusals } from '#content/entry/refusals.ts'
import { viewerValues } from '#content/entry/visibility/any-viewer.ts'
import { WordQuery } from '#content/vocabulary/schema.ts'
import { listWords } from '#content/vocabulary/search/search.ts'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { excerptAround, highlighted } from './highlight.ts'
import { SearchPage, SearchQuery } from './schema.ts'
import { lastStage, searchStatement } from './search-statement.ts'

const nearWords = 5

export const search = {
  everything: operation('GET', '/search', 'public', {
    summary: 'Search everything that the caller may see: words with the searched form first, then titles, then texts',
    input: SearchQuery,
    output: SearchPage,
    async handler(ctx, { q, type, limit, lastKey }) {
      const words = searchWords(q)
      if (words.length === 0) return { items: [], lastKey: null, near: [] }
      // The value of a key is the stage of its row.
      const first = lastKey?.value ?? 0
      if (typeof first !== 'number' || !Number.isInteger(first) || first < 0 || first > lastStage)
        throw new Invalid(undefined, [{ path: 'lastKey', message: refusals.foreignKey }])
      const size = rowsFor(limit)
      const values = { ...stagesOf(q, words, type), ...viewerValues(ctx.viewer), id: lastKey?.id }
      const read = (many?: number) =>
        searchStatement(ctx.db, ctx.viewer, { size, first, continued: lastKey !== undefined, many }).execute(values)
      const few = await read()
      const many = few.find(({ tooMany }) => tooMany)?.stage
      const rows = many === undefined ? few : await read(many)
      const keyOf = ({ stage, id }: (typeof rows)[number]) => ({ value: stage, id })
      const page = toPage(rows, limit, keyOf, (row) => ({
        ...presentEntry(row),
        url: pageOf(row),
        titleParts: highlighted(row.title, words, 'title'),
        excerpt: excerptAround(row.words, words),
      }))
      return { ...page, near: page.items.length || lastKey ? [] : await nearTo(ctx, q) }
    },
  }),
}

async function nearTo({ db, viewer }: Context, q: string) {
  return (await listWords(db, viewer, WordQuery.parse({ q, limit: nearWords }))).items
}
