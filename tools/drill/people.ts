import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { tokensOf } from '#server/sessions/tokens.ts'

/** The secret of all instances of a drill. */
export const secret = randomBytes(32).toString('hex')
const tokens = tokensOf(secret)

/** A logged-in account. */
export type Person = { id: string; token: string }

/** Creates accounts and sessions as the site does, except that no password has to be hashed, which takes long. */
export async function signIn(pool: Pool, count: number): Promise<Person[]> {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600
  return Promise.all(
    Array.from({ length: count }, async () => {
      const [id, sessionId] = [crypto.randomUUID(), crypto.randomUUID()]
      await pool.query(`insert into accounts (id, email, name, email_verified_at) values ($1, $2, 'Drill', now())`, [
        id,
        `${id}@drill.test`,
      ])
      await pool.query(
        `insert into sessions (id, account_id, user_agent, address, expires_at) values ($1, $2, '', '', to_timestamp($3))`,
        [sessionId, id, expiresAt],
      )
      return { id, token: await tokens.issue({ accountId: id, sessionId, expiresAt }) }
    }),
  )
}

/** Returns the ids of all articles, and how many were posted more than once. */
export async function countPosted(pool: Pool) {
  const { rows } = await pool.query<{ id: string; title: string }>(
    `select id, title from entries where type = 'article'`,
  )
  return { ids: new Set(rows.map(({ id }) => id)), doubled: rows.length - new Set(rows.map(({ title }) => title)).size }
}
