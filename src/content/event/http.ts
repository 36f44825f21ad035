import { Hono, type Context as HonoContext } from 'hono'
import { audit } from '#core/audit.ts'
import { call } from '#core/call.ts'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { isId } from '#core/id.ts'
import { requireRecentSignIn } from '#core/permission.ts'
import { calendarOf } from './calendar.ts'
import { event } from './operations.ts'
import { requireEvent } from './queries.ts'
import { csvOf } from './registration/csv.ts'
import { nextEvents } from './registration/queries.ts'
import type { Registration } from './registration/schema.ts'

type Deps = {
  /** Authenticates by bearer token only, for the API. */
  apiContext(c: HonoContext): Promise<Context>
  /** Authenticates by bearer token or cookie, because a plain link may lead to the file. */
  fileContext(c: HonoContext): Promise<Context>
}

/** Number of events in the calendar of the site. */
const mostEvents = 200

/**
 * Serves event data in formats other than JSON: `GET /events.ics` with the next events that guests see in lists, `GET
 * /events/:id.ics`, and `GET /api/events/:id/registrations?format=csv`.
 */
export function eventApp({ apiContext, fileContext }: Deps): Hono {
  const app = new Hono()

  app.get('/events.ics', async (c) => {
    const ctx = await fileContext(c)
    return new Response(calendarOf(ctx.site, ...(await nextEvents(ctx, mostEvents))), {
      headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'public, no-cache' },
    })
  })

  app.get('/events/:file{.+\\.ics}', async (c) => {
    const id = c.req.param('file').slice(0, -'.ics'.length)
    if (!isId(id)) throw new NotFound()
    const ctx = await fileContext(c)
    const { event, ...entry } = await requireEvent(ctx, id)
    return new Response(calendarOf(ctx.site, { ...entry, ...event }), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="event.ics"',
        'cache-control': 'private, no-cache',
      },
    })
  })

  app.get('/api/events/:id/registrations', async (c, next) => {
    if (c.req.query('format') !== 'csv') return next()
    const ctx = await apiContext(c)
    requireRecentSignIn(ctx.viewer)
    const id = c.req.param('id')
    const rows: Registration[] = []
    let lastKey: unknown
    do {
      const page = await call(event.registrations, ctx, { id, limit: 100, lastKey })
      const { items, lastKey: key } = page as { items: Registration[]; lastKey: unknown }
      rows.push(...items)
      lastKey = key
    } while (lastKey)
    await ctx.transaction((inside) => audit(inside, 'event:export', id))
    return new Response(csvOf(rows), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="registrations.csv"',
        'cache-control': 'private, no-store',
      },
    })
  })
  return app
}
