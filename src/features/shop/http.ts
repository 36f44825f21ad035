import { Hono, type Context as HonoContext } from 'hono'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { csvAnswer } from '#core/download.ts'
import { Invalid } from '#core/errors.ts'
import { authorize, requireRecentSignIn } from '#core/permission.ts'
import { csvOf } from './order/csv.ts'
import { orderLines } from './order/queries.ts'
import { OrderQuery } from './order/schema.ts'

type Deps = {
  /** Returns the context of an API request. Accepts only bearer tokens. */
  apiContext(c: HonoContext): Promise<Context>
}

/**
 * Serves answers of the shop that aren't JSON: `GET /api/orders?as=seller&format=csv` returns all orders of a seller
 * that match the filters.
 */
export function shopApp({ apiContext }: Deps): Hono {
  const app = new Hono()
  app.get('/api/orders', async (c, next) => {
    if (c.req.query('format') !== 'csv' || c.req.query('as') !== 'seller') return next()
    const ctx = await apiContext(c)
    authorize(ctx.viewer, 'seller')
    requireRecentSignIn(ctx.viewer)
    const query = OrderQuery.safeParse(c.req.query())
    if (!query.success) throw new Invalid()
    await ctx.transaction((inside) => audit(inside, 'orders:export', ctx.viewer?.id ?? null))
    return csvAnswer(csvOf(orderLines(ctx, query.data)), 'orders.csv')
  })
  return app
}
