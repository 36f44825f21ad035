import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { listPosts } from './queries.ts'
import { Post, PostQuery } from './schema.ts'

export const post = {
  list: operation('GET', '/posts', 'member', {
    summary: 'List your posts of every kind and state, and your drafts, newest first',
    input: PostQuery,
    output: Page(Post),
    async handler(ctx, { limit, ...query }) {
      const rows = await listPosts(ctx, { limit: limit + 1, ...query })
      return toPage(rows, limit, ({ at, id }) => ({ value: at, id }))
    },
  }),
}
