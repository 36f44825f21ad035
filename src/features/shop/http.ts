import { Hono, type Context as HonoContext } from 'hono'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { authorize } from '#core/permission.ts'
import { csvAnswer } from '../export/answer.ts'
import { csvOf } from './order/csv.ts'
import { orderLines } from './order/queries.ts'
import { OrderQuery } from './order/schema.ts'

type Deps = {
  /** By bearer alone: the API. */
  apiContext(c: HonoContext): Promise<Context>
}

/** What the shop answers besides JSON: `GET /api/orders?as=seller&format=csv`, all of a seller's orders that the filters let in. */
export function shopApp({ apiContext }: Deps): Hono {
  const app = new Hono()
  app.get('/api/orders', async (c, next) => {
    if (c.req.query('format') !== 'csv' || c.req.query('as') !== 'seller') return next()
    const ctx = await apiContext(c)
    authorize(ctx.viewer, 'seller')
    const query = OrderQuery.safeParse(c.req.query())
    if (!query.success) throw new Invalid()
    return csvAnswer(csvOf(orderLines(ctx, query.data)), 'orders.csv')
  })
  return app
}
