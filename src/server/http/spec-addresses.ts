import { Hono, type Context as HonoContext } from 'hono'
import { NotFound } from '#core/errors.ts'
import type { AnyOperation, Table } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import type { Bodies } from './bodies.ts'
import { type ContextFor, respond } from './http.ts'

/**
 * Answers the legacy addresses `/auth?operation=NAME` and `/content?operation=NAME`, with and without `/api` (spec
 * 22.1).
 */
export function specAddresses(table: Table, contextFor: ContextFor, bodies: Bodies): Hono {
  const app = new Hono()
  const rowByName = rowsByName(table)
  for (const service of ['auth', 'content']) {
    app.all(`/${service}`, answer(service)).all(`/api/${service}`, answer(service))
  }
  return app

  function answer(service: string) {
    return async (c: HonoContext): Promise<Response> => {
      const row = rowByName.get(`${service} ${c.req.method} ${c.req.query('operation')}`)
      if (!row) throw new NotFound(refusals.noOperation)
      return respond(c, row, contextFor, bodies, withSpecNames)
    }
  }
}

function rowsByName(table: Table): Map<string, AnyOperation> {
  const rowByName = new Map<string, AnyOperation>()
  for (const rows of Object.values(table))
    for (const row of Object.values(rows)) {
      if (!row.legacy) continue
      const { name, method } = typeof row.legacy === 'string' ? { name: row.legacy, method: row.method } : row.legacy
      rowByName.set(`${row.path.startsWith('/auth/') ? 'auth' : 'content'} ${method} ${name}`, row)
    }
  return rowByName
}

/** Adds `data` and `lastEvaluatedKey` to lists, beside `items` and `lastKey` (spec 22.1). */
function withSpecNames(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer) || !('lastKey' in answer)) return answer
  return { ...answer, data: answer.items, lastEvaluatedKey: answer.lastKey }
}
