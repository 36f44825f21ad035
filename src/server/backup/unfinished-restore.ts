import type { Client } from 'pg'
import { Failure } from './failure.ts'

/** Name of the row of `site_state` that exists while a restore is unfinished. */
export const marker = 'restoring'

type Queryable = Pick<Client, 'query'>

/** Throws Failure if a restore was interrupted here, because an incomplete site must not be served. */
export async function refuseHalfRestored(client: Queryable): Promise<void> {
  if (await isHalfRestored(client))
    throw new Failure('A restore was interrupted here. Run npm run restore again, then start the site.')
}

export async function isHalfRestored(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query('select from site_state where name = $1', [marker])
  return Boolean(rowCount)
}
