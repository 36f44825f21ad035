import { type SQL, sql } from 'drizzle-orm'
import { drafts } from '#content/entry/draft/table.ts'
import { after } from '#content/entry/list/where.ts'
import { entries } from '#content/entry/table.ts'
import { suggestion } from '#content/kinds.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { type Key, Page, toPage } from '#core/page.ts'
import { viewerOf } from '#core/permission.ts'
import { Post, PostQuery, type postStates } from './schema.ts'

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

type Query = { limit: number; lastKey?: Key | undefined; state?: (typeof postStates)[number] | undefined }

const states = { published: sql`'published'`, drafts: sql`'draft'`, hidden: sql`'hidden'` }

/** Returns the viewer's drafts and entries except suggestions, newest first. Throws Invalid for another list's key. */
async function listPosts(ctx: Context, { limit, lastKey, state }: Query): Promise<Post[]> {
  const ownerId = viewerOf(ctx).id
  const moment = sql`coalesce(${entries.publishedAt}, ${entries.createdAt})`
  const afterDraft = after(lastKey, drafts.updatedAt, 'desc', drafts.id)
  const own = sql`select ${entries.id} as id, 'entry' as source, ${entries.type} as kind, ${entries.title} as title,
      ${entries.state} as state, ${entries.visibility} as visibility, ${entries.groups} <> '{}' as limited,
      ${entries.unlisted} and ${entries.state} = 'published' and ${entries.visibility} = 'public'
        and ${entries.groups} = '{}' as unlisted,
      case when ${entries.state} = 'hidden' then ${entries.hiddenReason} end as "hiddenReason",
      ${entries.state} = 'draft' and ${entries.returnedAt} is not null as returned,
      case when ${entries.state} = 'draft' then ${entries.returnedReason} end as "returnedReason", ${moment} as at
    from ${entries}
    where ${entries.authorId} = ${ownerId} and ${entries.type} <> ${suggestion.type}
      ${state ? sql`and ${entries.state} = ${states[state]}` : sql``} ${and(after(lastKey, moment))}
    order by ${moment} desc, ${entries.id} desc limit ${limit}`
  const draftRows = sql`select ${drafts.id}, 'draft', ${drafts.kind}, ${drafts.title}, 'draft', null, false, false, null, false,
      null, ${drafts.updatedAt}
    from ${drafts} where ${drafts.ownerId} = ${ownerId} ${and(afterDraft)}
    order by ${drafts.updatedAt} desc, ${drafts.id} desc limit ${limit}`
  const { rows } = await ctx.db.execute<Post>(
    state === 'published' || state === 'hidden'
      ? own
      : sql`(${own}) union all (${draftRows}) order by at desc, id desc limit ${limit}`,
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

function and(condition: SQL | undefined): SQL {
  return condition ? sql`and ${condition}` : sql``
}
