import { Hono, type Context as HonoContext } from 'hono'
import { NotFound } from '#core/errors.ts'
import type { AnyOperation, Table } from '#core/operation.ts'
import { refusals } from '#core/refusals.ts'
import { type ContextFor, inputOf, limitOf, respond } from './http.ts'

/** Answers spec §7's own addresses, `/auth?operation=NAME` and `/content?operation=NAME`, with and without `/api`. */
export function specAddresses(table: Table, contextFor: ContextFor, maxUploadBytes: number): Hono {
  const app = new Hono()
  const named = rowsByName(table)
  for (const service of ['auth', 'content']) {
    app.all(`/${service}`, answer(service)).all(`/api/${service}`, answer(service))
  }
  return app

  function answer(service: string) {
    return async (c: HonoContext): Promise<Response> => {
      const row = named.get(`${service} ${c.req.method} ${c.req.query('operation')}`)
      if (!row) throw new NotFound(refusals.noOperation)
      let response: Response | undefined
      await limitOf(row, maxUploadBytes)(c, async () => {
        const { operation: _, ...input } = await inputOf(c)
        response = await respond(c, row, contextFor, input, withSpecNames)
      })
      if (!response) throw new Error('the body limit ended the request without an answer')
      return response
    }
  }
}

function rowsByName(table: Table): Map<string, AnyOperation> {
  const named = new Map<string, AnyOperation>()
  for (const rows of Object.values(table))
    for (const row of Object.values(rows)) {
      if (!row.legacy) continue
      const { name, method } = typeof row.legacy === 'string' ? { name: row.legacy, method: row.method } : row.legacy
      named.set(`${row.path.startsWith('/auth/') ? 'auth' : 'content'} ${method} ${name}`, row)
    }
  return named
}

/** Lists answer `data` and `lastEvaluatedKey` beside `items` and `lastKey` (PRODUCT §4). */
function withSpecNames(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('items' in answer) || !('lastKey' in answer)) return answer
  return { ...answer, data: answer.items, lastEvaluatedKey: answer.lastKey }
}
