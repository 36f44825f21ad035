import { and, desc, eq, or, sql } from 'drizzle-orm'
import { briefColumns, presentBrief, selectBriefs } from '#content/briefs.ts'
import { kindOf } from '#content/entry/address.ts'
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
import { oneOfEachBatch, withBatches } from '#content/entry/list/batches.ts'
import { newest } from '#content/entry/list/newest.ts'
import { listsOf, oneOf, readOne } from '#content/entry/list/reads.ts'
import { matching } from '#content/entry/list/search.ts'
import { after } from '#content/entry/list/where.ts'
import { isAllowed } from '#content/entry/policy.ts'
import { authorOf, judgedColumns } from '#content/entry/present.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { heritage } from '#content/heritage/table.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, NotFound, refused } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { refusals } from './refusals.ts'

const listBriefs = listsOf('briefs', selectBriefs, {
  oneOfEachBatch: { of: (viewer) => and(listed(viewer), oneOfEachBatch(viewer)), by: newest.by },
  all: { of: listed, by: newest.by },
})
const oneBrief = oneOf('brief', selectBriefs)
const judged = oneOf('judged', ({ db }) => db.select(judgedColumns).from(entries).$dynamic())

const isOfEntry = or(eq(entryLinks.fromId, sql.placeholder('id')), eq(entryLinks.toId, sql.placeholder('id')))
const listLinks = listsOf('links', selectLinks, {
  newest: {
    of: (viewer) => and(isOfEntry, listed(viewer)),
    by: [desc(entryLinks.createdAt), desc(entryLinks.id)],
  },
})

/** Operations on entries of every type: newest entries, short descriptions and links. */
export const archive = {
  newest: operation('GET', '/newest', 'public', {
    cached: true,
    summary: 'List entries of every type, newest first and each import as one, or search them, with short descriptions',
    input: BriefQuery,
    output: Page(Brief),
    async handler(ctx, { q, limit, lastKey }) {
      const narrowed = and(q ? matching(q) : undefined, newest.after(lastKey))
      const rows = await listBriefs(ctx, q ? 'all' : 'oneOfEachBatch', limit, narrowed)
      const keyOf = (row: (typeof rows)[number]) => ({ value: newest.value(row), id: row.id })
      const page = toPage(rows, limit, keyOf, presentBrief)
      return q ? page : { ...page, items: await withBatches(ctx, page.items) }
    },
  }),

  brief: operation('GET', '/entries/:id', 'public', {
    summary: 'Read the short description of an entry of any type',
    input: ById,
    output: Brief,
    handler: (ctx, { id }) => readOne(ctx, oneBrief, id, presentBrief),
  }),

  links: operation('GET', '/entries/:id/links', 'public', {
    summary: 'List the entries linked to an entry, as far as the caller may see them',
    input: LinkQuery,
    output: Links,
    async handler(ctx, { id, limit, lastKey }) {
      await judged(ctx, id)
      const narrowed = after(lastKey, entryLinks.createdAt, 'desc', entryLinks.id)
      const rows = await listLinks(ctx, 'newest', limit, narrowed, { id })
      return toPage(
        rows,
        limit,
        ({ link }) => ({ value: link.createdAt, id: link.id }),
        ({ link, entry }) => presentLink(id, link, presentBrief(entry)),
      )
    },
  }),

  link: operation('POST', '/entries/:id/links', 'member', {
    summary: 'Link an entry to another one: keepers link archive entries, authors their own entries',
    input: NewLink,
    output: Links.shape.items.element,
    status: 201,
    async handler(ctx, { id, relation, to }) {
      await requireLinkable(ctx, id)
      if (id === to) throw refused('to', refusals.self)
      const [entry] = await selectBriefs(ctx).where(and(eq(entries.id, to), listed(ctx.viewer)))
      if (!entry) throw new NotFound(refusals.nothing)
      await requireLinkableGoods(ctx, id, to)
      const [link] = await ctx.db
        .insert(entryLinks)
        .values({ ...ends(id, to, relation), createdBy: ctx.viewer?.id ?? null })
        .onConflictDoNothing()
        .returning()
      if (!link) throw new Conflict(refusals.linked, 'linked')
      await audit(ctx, 'entry:link', id, linkDetail(relation, entry))
      ctx.contentChanged()
      return presentLink(id, link, presentBrief(entry))
    },
  }),

  unlink: operation('DELETE', '/entries/:id/links/:linkId', 'member', {
    summary: 'Remove a link from an entry',
    input: OneLink,
    output: Removed,
    async handler(ctx, { id, linkId }) {
      await requireLinkable(ctx, id)
      // The viewer must be able to see the other end, because the answer would reveal that it exists.
      const [row] = await selectLinks(ctx)
        .where(and(eq(entryLinks.id, linkId), isOfEntry, listed(ctx.viewer)))
        .execute({ id })
      const removed = row
        ? await ctx.db.delete(entryLinks).where(eq(entryLinks.id, linkId)).returning({ id: entryLinks.id })
        : []
      if (!row || removed.length === 0) throw new NotFound()
      await audit(ctx, 'entry:unlink', id, linkDetail(row.link.relation, row.entry))
      ctx.contentChanged()
      return { id: linkId }
    },
  }),
}

type StoredLink = { id: string; relation: string; fromId: string }

function presentLink(id: string, { fromId, ...link }: StoredLink, entry: Brief): Link {
  const relation = link.relation as keyof typeof inverses
  return { id: link.id, relation: fromId === id ? relation : inverses[relation], entry }
}

/** Returns the ends and relation of a link as they are stored, whichever of the relation's two names is given. */
function ends(id: string, to: string, relation: Relation) {
  const inverse = Object.entries(inverses).find(([key, name]) => name === relation && key !== relation)?.[0]
  const back = relation === 'relation' ? to < id : inverse !== undefined
  return { relation: inverse ?? relation, fromId: back ? to : id, toId: back ? id : to }
}

/**
 * Returns what the audit log stores about a link. It names no entry that is limited to a group, because admins outside
 * the group read the log too.
 */
function linkDetail(relation: string, other: { id: string; groups: string[] }) {
  return other.groups.length === 0 ? { relation, to: other.id } : undefined
}

/** Throws NotFound if the viewer may not open the entry, and Forbidden if they may not link it. */
async function requireLinkable(ctx: Context, id: string): Promise<void> {
  const entry = await judged(ctx, id)
  if (!isAllowed(ctx.viewer, 'link', entry, kindOf(entry.type))) throw new Forbidden(refusals.notYours)
}

/** Selects links, each with the entry at the end that isn't `id`. Add `isOfEntry`. */
function selectLinks({ db }: Pick<Context, 'db'>) {
  const { fromId, toId, relation, createdAt } = entryLinks
  const otherEnd = sql`case when ${fromId} = ${sql.placeholder('id')} then ${toId} else ${fromId} end`
  return db
    .select({ link: { id: entryLinks.id, relation, fromId, createdAt }, entry: briefColumns })
    .from(entryLinks)
    .innerJoin(entries, eq(entries.id, otherEnd))
    .leftJoin(vocabulary, eq(vocabulary.entryId, entries.id))
    .leftJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
