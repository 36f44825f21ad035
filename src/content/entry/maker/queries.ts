import { and, eq, type SQL, sql } from 'drizzle-orm'
import { mayHavePage } from '#accounts/person.ts'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { refusals } from '../refusals.ts'
import type { Author } from '../schema.ts'
import { entries } from '../table.ts'
import { pageFor } from '../visibility/person.ts'
import { entryMakers } from './table.ts'

/**
 * Selects the member who made what an entry shows, with a link to their page if the entry is listed there. It is null
 * if the maker isn't a member, and for members without a page.
 */
export const madeBy = sql<Author | null>`(select json_build_object('id', ${accounts.id}, 'name', ${accounts.name},
    'avatar', ${accounts.avatar}, 'page', ${entries.state} = 'published' and not ${entries.unlisted})
  from ${entryMakers} join ${accounts} on ${accounts.id} = ${entryMakers.accountId}
  where ${entryMakers.entryId} = ${entries.id} and ${mayHavePage})`

/** Selects the ids of the entries that show what a member made. */
export function madeIds(accountId: string): SQL {
  return sql`select ${entryMakers.entryId} from ${entryMakers} where ${eq(entryMakers.accountId, accountId)}`
}

/** The maker in the input of an entry: the name, or the account of a member. */
type MakerInput = { maker?: string | null | undefined; makerId?: string | null | undefined }

/**
 * Returns the maker's name to store: of a member, the name of the account. Throws Invalid for an account whose page the
 * viewer can't open, because naming it would reveal that it exists.
 */
export async function requireMaker({ db, viewer }: Context, { maker, makerId }: MakerInput) {
  if (!makerId) return maker
  const [member] = await db
    .select({ name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, makerId), pageFor(viewer, sql`${makerId}::uuid`)))
  if (!member) throw new Invalid(undefined, [{ path: 'makerId', message: refusals.noMaker }])
  return member.name
}

/**
 * Stores which member made what an entry shows. If the input has only a name, the stored member stays as long as that
 * is their name.
 */
export async function keepMaker({ db }: Context, entryId: string, { maker, makerId }: MakerInput): Promise<void> {
  if (makerId) {
    const row = { entryId, accountId: makerId }
    await db.insert(entryMakers).values(row).onConflictDoUpdate({ target: entryMakers.entryId, set: row })
  } else if (makerId === null || maker !== undefined) {
    const isStillNamed = sql`exists (select from ${accounts}
      where ${accounts.id} = ${entryMakers.accountId} and ${accounts.name} = ${maker ?? ''})`
    const isGone = makerId === null ? undefined : sql`not ${isStillNamed}`
    await db.delete(entryMakers).where(and(eq(entryMakers.entryId, entryId), isGone))
  }
}
