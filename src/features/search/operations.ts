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
import { typedForms } from '#text/fold.ts'
import { excerptAround, highlighted } from './highlight.ts'
import { SearchPage, SearchQuery } from './schema.ts'
import { lastStage, searchStatement } from './search-statement.ts'

const nearWords = 5
/**
 * Values of keys, in order: words with the form as it was typed, those with it in another case, the other rows by stage,
 * and those of the first stage if they are too many to put some of them first.
 */
const keys = { asTyped: 0, otherCase: 1, others: 2, unsorted: lastStage + 3 }

export const search = {
  everything: operation('GET', '/search', 'public', {
    summary: 'Search everything that the caller may see: words with the searched form first, then titles, then texts',
    input: SearchQuery,
    output: SearchPage,
    async handler(ctx, { q, type, limit, lastKey }) {
      const words = searchWords(q)
      if (words.length === 0) return { items: [], lastKey: null, near: [] }
      const value = lastKey?.value ?? 0
      if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > keys.unsorted)
        throw new Invalid(undefined, [{ path: 'lastKey', message: refusals.foreignKey }])
      const first = value === keys.unsorted ? 0 : Math.max(0, value - keys.others)
      const size = rowsFor(limit)
      const forms = value === keys.unsorted ? [] : typedForms(q)
      const typed = Math.max(0, keys.others - value)
      const values = { ...stagesOf(q, type), ...viewerValues(ctx.viewer), id: lastKey?.id, typed }
      const read = (forms: string[], many?: number) =>
        searchStatement(ctx.db, ctx.viewer, { size, first, continued: lastKey !== undefined, many }).execute({
          ...values,
          forms,
        })
      const few = await read(forms)
      const many = few.find(({ tooMany }) => tooMany)?.stage
      const rows = many === undefined ? few : await read(forms, many)
      const unsorted = many === 0 || forms.length === 0
      const keyOf = ({ stage, typed, id }: (typeof rows)[number]) => ({
        value: stage === 0 && unsorted ? keys.unsorted : stage + keys.others - typed,
        id,
      })
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
