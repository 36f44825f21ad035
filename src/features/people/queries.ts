import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { named } from '#accounts/named.ts'
import { mayHavePage } from '#accounts/person.ts'
import { after } from '#content/entry/list/where.ts'
import { madeIds } from '#content/entry/maker/queries.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { kinds } from '#content/kinds.ts'
import { files } from '#content/media/table.ts'
import { readSummaries } from '#content/summaries.ts'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { isHttps } from '#core/input/contact.ts'
import type { Key } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import type { Contributor, PeopleQuery, Person } from './schema.ts'
import { type SectionName, sectionOfType, sections, shownEntries } from './sections.ts'

type By = Pick<Context, 'db' | 'viewer'>

/** Selects the section of an entry. The query must join the cover, because a media post's file is its cover. */
const section = sql<SectionName>`case ${sql.join(
  Object.entries(sectionOfType).map(([type, name]) => sql`when ${entries.type} = ${type} then ${name}`),
  sql` `,
)} when ${entries.type} <> ${kinds.media.type} then 'writing'
  when ${files.kind} = 'audio' then 'recordings' else 'pictures' end`

/** Selects the id, time and section of each entry that a member shared or made and the viewer may see. */
function sharedBy({ viewer }: By, id: string, condition?: SQL): SQL {
  const select = (which: SQL) => sql`select ${entries.id}, ${entries.publishedAt}, ${section} as section
    from ${entries} left join ${files} on ${files.id} = ${entries.coverId}
    where ${and(which, listed(viewer), condition)}`
  // One condition for both would read all entries, because it fits no index.
  const madeForOthers = sql`${entries.id} in (${madeIds(id)}) and ${entries.authorId} is distinct from ${id}::uuid`
  return sql`${select(eq(entries.authorId, id))} union all ${select(madeForOthers)}`
}

/** A section with its size and the ids of its newest entries. */
type SectionGroup = { section: SectionName; size: number; newest: string[] }

/**
 * Returns a member and the sections that the viewer may see. Throws NotFound if the member can't have a page, or if
 * there are no such sections and the page isn't the viewer's own. All refusals are the same, so that none reveals
 * whether an account exists.
 */
async function findPerson(ctx: By, id: string) {
  const { name, avatar, place, bio, socialLinks, createdAt } = accounts
  const grouped = sql`select section, count(*)::int as size,
      (array_agg(id order by published_at desc, id desc))[1:${sql.raw(String(shownEntries))}] as newest
    from (${sharedBy(ctx, id)}) shared group by 1`
  const groups = sql<SectionGroup[]>`(select coalesce(json_agg(grouped), '[]') from (${grouped}) grouped)`
  const [row] = await ctx.db
    .select({ id: accounts.id, name, avatar, place, bio, socialLinks, since: createdAt, groups })
    .from(accounts)
    .where(and(eq(accounts.id, id), mayHavePage))
  if (!row || (row.groups.length === 0 && ctx.viewer?.id !== id)) throw new NotFound()
  return row
}

/** Returns a member's page. Throws NotFound if the viewer may not see it. */
export async function readPerson(ctx: By, id: string): Promise<Person> {
  const { groups, socialLinks, ...person } = await findPerson(ctx, id)
  const orderedGroups = sections.flatMap((name) => groups.filter(({ section }) => section === name))
  const summaries = await readSummaries(
    ctx,
    orderedGroups.flatMap(({ newest }) => newest),
  )
  const links = Object.entries(socialLinks).flatMap(([network, url]) => (url && isHttps(url) ? [{ network, url }] : []))
  const rank = ({ name, count }: Person['sections'][number]) => (name === 'recordings' ? Number.MAX_VALUE : count)
  const pageSections = orderedGroups.map(({ section, size, newest }) => ({
    name: section,
    count: size,
    entries: summaries.filter((entry) => newest.includes(entry.id)),
  }))
  return { ...person, links, sections: pageSections.sort((a, b) => rank(b) - rank(a)) }
}

type Query = { id: string; section: SectionName; limit: number; lastKey?: Key | undefined }

/**
 * Returns a member's name, and a section's entries that follow a key, newest first. Throws NotFound if the viewer may
 * not see the page.
 */
export async function entriesOf(ctx: By, { id, section, limit, lastKey }: Query) {
  const afterKey = after(lastKey, entries.publishedAt)
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select shared.id, ${accounts.name} from (${sharedBy(ctx, id, afterKey)}) shared
    join ${accounts} on ${and(eq(accounts.id, id), mayHavePage)}
    where section = ${section} order by published_at desc, shared.id desc limit ${limit}`)
  const { name } = rows[0] ?? (await findPerson(ctx, id))
  const ids = rows.map((row) => row.id)
  return { name, rows: await readSummaries(ctx, ids) }
}

/** Returns the members who shared something that the viewer may see, the one with the newest entry first. */
export async function contributors(
  { db, viewer }: By,
  { q, limit, lastKey }: z.output<typeof PeopleQuery>,
): Promise<Contributor[]> {
  const { publishedAt, id } = entries
  const shared = sql`from ${entries} where ${entries.authorId} = person.id and ${listed(viewer)}`
  const afterKey = after(lastKey, publishedAt, 'desc', sql`person.id`)
  // The newest entry of each account is looked up, which is faster than reading all entries of a large archive.
  const { rows } = await db.execute<Contributor>(sql`
    select person.*, (select count(*)::int ${shared}) as count
    from (
      select person.*, ${publishedAt} as latest
      from (select ${accounts.id}, ${accounts.name}, ${accounts.avatar}, ${accounts.place} from ${accounts}
        where ${and(mayHavePage, named(accounts.name, q))}) person
      cross join lateral (
        select ${publishedAt} ${shared} order by ${publishedAt} desc, ${id} desc limit 1) ${entries}
      ${afterKey ? sql`where ${afterKey}` : sql``}
      order by ${publishedAt} desc, person.id desc limit ${limit}
    ) person
    order by latest desc, person.id desc`)
  return rows.map((row) => ({ ...row, latest: new Date(row.latest).toISOString() }))
}
