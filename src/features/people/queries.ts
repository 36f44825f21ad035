import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { named } from '#accounts/named.ts'
import { mayHavePage } from '#accounts/person.ts'
import { after, timeIn } from '#content/entry/list/where.ts'
import { madeIds } from '#content/entry/maker/queries.ts'
import { entries } from '#content/entry/table.ts'
import { arrayOf } from '#content/entry/visibility/any-viewer.ts'
import { CountedInParts } from '#content/entry/visibility/parts.ts'
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

type Reading = Pick<Context, 'db' | 'viewer' | 'contentVersion'>

/** Selects the section of an entry. The query must join the cover, because a media post's file is its cover. */
const section = sql<SectionName>`case ${sql.join(
  Object.entries(sectionOfType).map(([type, name]) => sql`when ${entries.type} = ${type} then ${name}`),
  sql` `,
)} when ${entries.type} <> ${kinds.media.type} then 'writing'
  when ${files.kind} = 'audio' then 'recordings' else 'pictures' end`

/**
 * Selects the id, time and section of each entry that a member shared or made and that meets a condition.
 * @param end the order and limit, if any, of each of the two
 */
function sharedBy(id: string, condition: SQL | undefined, end = sql``): SQL {
  const select = (which: SQL) => sql`(select ${entries.id}, ${entries.publishedAt}, ${section} as section
    from ${entries} left join ${files} on ${files.id} = ${entries.coverId}
    where ${and(which, condition)} ${end})`
  // One condition for both would read all entries, because it fits no index.
  const madeForOthers = sql`${entries.id} in (${madeIds(id)}) and ${entries.authorId} is distinct from ${id}::uuid`
  return sql`${select(eq(entries.authorId, id))} union all ${select(madeForOthers)}`
}

/** A section with its size and its newest entries, the newest first. */
type SectionGroup = { section: SectionName; size: number; newest: { id: string; at: string }[] }

const countedSections = new CountedInParts(500, readSections)

/** Returns the sections of a member's entries that the viewer may see. */
async function sectionsOf(ctx: Reading, id: string): Promise<SectionGroup[]> {
  const counted = (await countedSections.of(ctx, id)).flat()
  return sections.flatMap((name) => {
    const parts = counted.filter((one) => one.section === name)
    const newest = parts.flatMap((part) => part.newest).sort((a, b) => (a.at + a.id < b.at + b.id ? 1 : -1))
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    return size > 0 ? [{ section: name, size, newest: newest.slice(0, shownEntries) }] : []
  })
}

async function readSections(db: Context['db'], condition: SQL, id: string): Promise<SectionGroup[]> {
  const entry = sql`json_build_object('id', id, 'at', published_at)`
  const { rows } = await db.execute<SectionGroup>(sql`
    select section, count(*)::int as size,
      to_json((array_agg(${entry} order by published_at desc, id desc))[1:${sql.raw(String(shownEntries))}]) as newest
    from (${sharedBy(id, condition)}) shared group by 1`)
  return rows
}

/**
 * Returns a member and the sections that the viewer may see. Throws NotFound if the member can't have a page, or if
 * there are no such sections and the page isn't the viewer's own. All refusals are the same, so that none reveals
 * whether an account exists.
 */
async function findPerson(ctx: Reading, id: string) {
  const { name, avatar, place, bio, socialLinks, createdAt } = accounts
  const [[row], groups] = await Promise.all([
    ctx.db
      .select({ id: accounts.id, name, avatar, place, bio, socialLinks, since: createdAt })
      .from(accounts)
      .where(and(eq(accounts.id, id), mayHavePage)),
    sectionsOf(ctx, id),
  ])
  if (!row || (groups.length === 0 && ctx.viewer?.id !== id)) throw new NotFound()
  return { ...row, groups }
}

/** Returns a member's page. Throws NotFound if the viewer may not see it. */
export async function readPerson(ctx: Reading, id: string): Promise<Person> {
  const { groups, socialLinks, ...person } = await findPerson(ctx, id)
  const summaries = await readSummaries(
    ctx,
    groups.flatMap(({ newest }) => newest.map((entry) => entry.id)),
  )
  const links = Object.entries(socialLinks).flatMap(([network, url]) => (url && isHttps(url) ? [{ network, url }] : []))
  const rank = ({ name, count }: Person['sections'][number]) => (name === 'recordings' ? Number.MAX_VALUE : count)
  const pageSections = groups.map(({ section, size, newest }) => ({
    name: section,
    count: size,
    entries: summaries.filter(({ id }) => newest.some((one) => one.id === id)),
  }))
  return { ...person, links, sections: pageSections.sort((a, b) => rank(b) - rank(a)) }
}

type Query = { id: string; section: SectionName; limit: number; lastKey?: Key | undefined }

/**
 * Returns a member's name, and a section's entries that follow a key, newest first. Throws NotFound if the viewer may
 * not see the page.
 */
export async function entriesOf(ctx: Reading, { id, section: name, limit, lastKey }: Query) {
  const condition = and(listed(ctx.viewer), eq(section, name), after(lastKey, entries.publishedAt))
  const firstOnes = sql`order by published_at desc, id desc limit ${limit}`
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select shared.id, ${accounts.name} from (${sharedBy(id, condition, firstOnes)} ${firstOnes}) shared
    join ${accounts} on ${and(eq(accounts.id, id), mayHavePage)} order by published_at desc, shared.id desc`)
  const { name: ofPerson } = rows[0] ?? (await findPerson(ctx, id))
  const ids = rows.map((row) => row.id)
  return { name: ofPerson, rows: await readSummaries(ctx, ids) }
}

/** How many entries a member shared, and when the newest of them was published. */
type Shared = { id: string; count: number; latest: string }

const countedShares = new CountedInParts(200, countShared)

/** Returns the members who shared something that the viewer may see, the one with the newest entry first. */
export async function contributors(
  ctx: Reading,
  { q, limit, lastKey }: z.output<typeof PeopleQuery>,
): Promise<Contributor[]> {
  const end = lastKey && timeIn(lastKey) + lastKey.id
  const [counted = [], more = []] = await countedShares.of(ctx)
  const left = added(counted, more).filter((one) => end === undefined || placeOf(one) < end)
  const { id, name, avatar, place } = accounts
  const found: Contributor[] = []
  // Few members have no page, so the first turn completes the list, unless a search looks for a rare name.
  for (let from = 0, size = 2 * limit; from < left.length && found.length < limit; from += size, size *= 2) {
    const part = left.slice(from, from + size)
    const isInPart = sql`${id} = any(${arrayOf(part.map((one) => one.id))}::uuid[])`
    const people = await ctx.db
      .select({ id, name, avatar, place })
      .from(accounts)
      .where(and(isInPart, mayHavePage, named(name, q)))
    const byId = new Map(people.map((person) => [person.id, person]))
    for (const one of part) {
      const person = byId.get(one.id)
      if (person) found.push({ ...person, ...one })
    }
  }
  return found.slice(0, limit)
}

/** Counts the entries of each member that match a condition, the member with the newest first. */
async function countShared(db: Context['db'], which: SQL): Promise<Shared[]> {
  const { authorId, publishedAt } = entries
  const rows = await db
    .select({
      id: sql<string>`${authorId}`,
      count: count(),
      latest: sql<string>`max(${publishedAt})`.mapWith(publishedAt),
    })
    .from(entries)
    .where(and(isNotNull(authorId), which))
    .groupBy(authorId)
  return rows.sort(byNewest)
}

/** Adds up two sets of counts that have no entry in common. */
function added(counted: Shared[], more: Shared[]): Shared[] {
  if (more.length === 0) return counted
  const byId = new Map(counted.map((one) => [one.id, one]))
  for (const one of more) {
    const other = byId.get(one.id)
    byId.set(one.id, other ? { ...(byNewest(one, other) < 0 ? one : other), count: one.count + other.count } : one)
  }
  return [...byId.values()].sort(byNewest)
}

/** Returns a text whose order is that of the list. */
function placeOf({ latest, id }: Shared): string {
  return latest + id
}

function byNewest(a: Shared, b: Shared): number {
  return placeOf(a) < placeOf(b) ? 1 : -1
}
