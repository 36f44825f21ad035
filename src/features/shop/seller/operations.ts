import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { askToSell, decide } from './change.ts'
import { listRequests, readOverview, readSelling } from './queries.ts'
import { Decision, NewRequest, Overview, RequestQuery, Requests, Selling, Terms } from './schema.ts'
import { sellerTerms } from './table.ts'

/** Requests to sell, and the seller's dashboard. */
export const selling = {
  get: operation('GET', '/selling', 'member', {
    summary: 'Read whether you sell or have asked to, and how buyers pay you and collect from you',
    output: Selling,
    handler: readSelling,
  }),

  ask: operation('POST', '/selling/requests', 'member', {
    summary: 'Ask to become a seller; an admin decides',
    input: NewRequest,
    output: Selling,
    status: 201,
    handler: askToSell,
  }),

  requests: operation('GET', '/selling/requests', 'admin', {
    summary: 'List the requests to sell, oldest first',
    input: RequestQuery,
    output: Requests,
    handler: listRequests,
  }),

  decide: operation('POST', '/selling/requests/:id', 'admin', {
    summary: 'Approve a request to sell, or refuse it with a reason',
    input: Decision,
    output: Decision.pick({ id: true, granted: true }),
    handler: decide,
  }),

  terms: operation('PUT', '/selling/terms', 'seller', {
    summary: 'Set how buyers pay you by M-Pesa or where they collect; what is left out stays as it is',
    input: Terms.partial(),
    output: Selling,
    async handler(ctx, terms) {
      const accountId = viewerOf(ctx).id
      const { payTo = '', collectAt = '' } = terms
      await ctx.db
        .insert(sellerTerms)
        .values({ accountId, payTo, collectAt })
        .onConflictDoUpdate({ target: sellerTerms.accountId, set: { accountId, ...terms } })
      return readSelling(ctx)
    },
  }),

  overview: operation('GET', '/selling/overview', 'seller', {
    summary: 'Read your sales by week, your open tasks, and the products with low stock',
    output: Overview,
    handler: readOverview,
  }),
}
