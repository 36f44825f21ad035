import { operation } from '#core/operation.ts'
import { readFigures } from './queries.ts'
import { Figures, FiguresQuery } from './schema.ts'

export const figures = {
  get: operation('GET', '/admin/figures', 'admin', {
    summary: 'Read how the site is used and how it runs, as totals that identify nobody',
    input: FiguresQuery,
    output: Figures,
    handler: (ctx, { range }) => readFigures(ctx, range),
  }),
}
