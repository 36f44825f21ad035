import { and, asc, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { formerMemberId } from '#accounts/account.ts'
import { named } from '#accounts/named.ts'
import { mayHavePage } from '#accounts/person.ts'
import { mentionedIn, mostMentions } from '#content/entry/comment/mentions.ts'
import { comments } from '#content/entry/comment/table.ts'
import { commentShown } from '#content/entry/comment/visible.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { refused } from '../claim.ts'
import type { DiscussedEntry } from './queries.ts'
import { refusals } from './refusals.ts'

type By = Pick<Context, 'db' | 'viewer'>

/** Maximum number of names offered at once. */
const mostOffered = 8

/** Matches accounts with a post that the viewer can find. */
function hasPosted(viewer: By['viewer']): SQL {
  return sql`exists (select from ${entries} where ${eq(entries.authorId, accounts.id)} and ${listed(viewer)})`
}

/**
 * Matches accounts whose names the viewer can see anyway: people who take part in the conversation and, unless the
 * entry is limited to groups or keepers, people whose posts the viewer can find. This doesn't reveal who is in a group.
 */
function isKnownHere({ viewer, db }: By, entry: DiscussedEntry): SQL {
  const commented = db
    .select({ id: comments.authorId })
    .from(comments)
    .where(and(eq(comments.entryId, entry.id), commentShown(viewer)))
  const isWide = entry.groups.length === 0 && entry.visibility !== 'keepers'
  const takesPart = or(entry.authorId ? eq(accounts.id, entry.authorId) : undefined, inArray(accounts.id, commented))
  return and(
    isNull(accounts.disabledAt),
    ne(accounts.id, formerMemberId),
    isWide ? or(takesPart, hasPosted(viewer)) : takesPart,
  ) as SQL
}

/**
 * Returns other people who can be mentioned under the entry and whose name matches `q`, with where they live if their
 * page shows it.
 */
export async function findMentionable(ctx: By, entry: DiscussedEntry, q: string) {
  const place = sql<string>`case when ${and(mayHavePage, hasPosted(ctx.viewer))} then ${accounts.place} else '' end`
  return ctx.db
    .select({ id: accounts.id, name: accounts.name, avatar: accounts.avatar, place })
    .from(accounts)
    .where(and(isKnownHere(ctx, entry), notInArray(accounts.id, [ctx.viewer?.id ?? '']), named(accounts.name, q)))
    .orderBy(asc(accounts.name), asc(accounts.id))
    .limit(mostOffered)
}

/**
 * Returns the ids that a text mentions. Throws Invalid if there are too many or one can't be mentioned here.
 * @param before ids that the comment already mentioned
 */
export async function requireMentions(
  ctx: By,
  entry: DiscussedEntry,
  text: string,
  before: string[] = [],
): Promise<string[]> {
  const ids = mentionedIn(text)
  if (ids.length > mostMentions) throw refused('text', refusals.tooManyMentions(mostMentions))
  const added = ids.filter((id) => !before.includes(id))
  if (added.length === 0) return ids
  const count = await ctx.db.$count(accounts, and(inArray(accounts.id, added), isKnownHere(ctx, entry)))
  if (count < added.length) throw refused('text', refusals.unknownMention)
  return ids
}
