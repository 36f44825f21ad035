import { and, desc, eq } from 'drizzle-orm'
import { mayLink } from '#content/entry/archive.ts'
import { requireLinkableGoods } from '#content/entry/link/sale.ts'
import {
  Brief,
  BriefQuery,
  inverses,
  type Link,
  LinkQuery,
  Links,
  NewLink,
  OneLink,
  type Relation,
} from '#content/entry/link/schema.ts'
import { entryLinks } from '#content/entry/link/table.ts'
import { after, audit, listed, readable } from '#content/entry/queries.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { matching } from '#content/entry/search.ts'
import { entries } from '#content/entry/table.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { isOf, presentBrief, selectBriefs, selectLinks } from './queries.ts'
import { refusals } from './refusals.ts'

/** What goes over the types of the archive: what is new, and what belongs together. */
export const archive = {
  newest: operation({
    method: 'GET',
    path: '/newest',
    permission: 'public',
    cached: true,
    summary: 'List or search entries of every type, newest first, each with a line that says what it is',
    input: BriefQuery,
    output: Page(Brief),
    async handler(ctx, { q, limit, lastKey }) {
      const rows = await selectBriefs(ctx)
        .where(and(listed(ctx.viewer), matching(q), after(lastKey, entries.publishedAt)))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), presentBrief)
    },
  }),

  brief: operation({
    method: 'GET',
    path: '/entries/:id',
    permission: 'public',
    summary: 'Read in a line what an entry of any type is',
    input: ById,
    output: Brief,
    async handler(ctx, { id }) {
      const [row] = await selectBriefs(ctx).where(and(eq(entries.id, id), readable(ctx.viewer)))
      if (!row) throw new NotFound()
      return presentBrief(row)
    },
  }),

  links: operation({
    method: 'GET',
    path: '/entries/:id/links',
    permission: 'public',
    summary: 'List what belongs together with an entry, as far as the caller may see it',
    input: LinkQuery,
    output: Links,
    async handler(ctx, { id, limit, lastKey }) {
      await requireEntry(ctx, id)
      const rows = await selectLinks(ctx, id)
        .where(and(isOf(id), listed(ctx.viewer), after(lastKey, entryLinks.createdAt, 'desc', entryLinks.id)))
        .orderBy(desc(entryLinks.createdAt), desc(entryLinks.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        ({ link }) => ({ value: link.createdAt, id: link.id }),
        ({ link, entry }) => presentLink(id, link, presentBrief(entry)),
      )
    },
  }),

  link: operation({
    method: 'POST',
    path: '/entries/:id/links',
    permission: 'member',
    summary: 'Link an entry to another: keepers what is in the archive, authors their own',
    input: NewLink,
    output: Links.shape.items.element,
    status: 201,
    async handler(ctx, { id, relation, to }) {
      await requireLinkable(ctx, id)
      if (id === to) throw new Invalid(refusals.self, [{ path: 'to', message: refusals.self }])
      const [entry] = await selectBriefs(ctx).where(and(eq(entries.id, to), listed(ctx.viewer)))
      if (!entry) throw new NotFound(refusals.nothing)
      await requireLinkableGoods(ctx, id, to)
      const [link] = await ctx.db
        .insert(entryLinks)
        .values({ ...ends(id, to, relation), createdBy: ctx.viewer?.id ?? null })
        .onConflictDoNothing()
        .returning()
      if (!link) throw new Conflict(refusals.linked, 'linked')
      await audit(ctx, 'entry:link', id, { relation, to })
      ctx.contentChanged()
      return presentLink(id, link, presentBrief(entry))
    },
  }),

  unlink: operation({
    method: 'DELETE',
    path: '/entries/:id/links/:linkId',
    permission: 'member',
    summary: 'Take a link of an entry back',
    input: OneLink,
    output: Removed,
    async handler(ctx, { id, linkId }) {
      await requireLinkable(ctx, id)
      // Only what the viewer may see at its other end, or the answer would tell that there is something.
      const [seen] = await selectLinks(ctx, id).where(and(eq(entryLinks.id, linkId), isOf(id), listed(ctx.viewer)))
      const removed = seen
        ? await ctx.db.delete(entryLinks).where(eq(entryLinks.id, linkId)).returning({ id: entryLinks.id })
        : []
      if (!seen || removed.length === 0) throw new NotFound()
      await audit(ctx, 'entry:unlink', id, { relation: seen.link.relation, to: seen.entry.id })
      ctx.contentChanged()
      return { id: linkId }
    },
  }),
}

type Kept = { id: string; relation: string; fromId: string }

function presentLink(id: string, { fromId, ...link }: Kept, entry: Brief): Link {
  const kept = link.relation as keyof typeof inverses
  return { id: link.id, relation: fromId === id ? kept : inverses[kept], entry }
}

/** The ends of a link as they are kept, whichever of its names was said. */
function ends(id: string, to: string, said: Relation) {
  const inverse = Object.entries(inverses).find(([kept, name]) => name === said && kept !== said)?.[0]
  const back = said === 'relation' ? to < id : inverse !== undefined
  return { relation: inverse ?? said, fromId: back ? to : id, toId: back ? id : to }
}

/** Throws NotFound unless the viewer may open the entry. */
async function requireEntry({ db, viewer }: Context, id: string) {
  const [entry] = await db
    .select({ type: entries.type, authorId: entries.authorId })
    .from(entries)
    .where(and(eq(entries.id, id), readable(viewer)))
  if (!entry) throw new NotFound()
  return entry
}

/** Throws NotFound, and Forbidden for who is neither its keeper nor its author. */
async function requireLinkable(ctx: Context, id: string): Promise<void> {
  const { type, authorId } = await requireEntry(ctx, id)
  const author = authorId === null ? null : { id: authorId }
  if (!mayLink(ctx.viewer, { type, author })) throw new Forbidden(refusals.notYours)
}
