import type { Client } from 'pg'
import { Failure } from './failure.ts'

/** What `site_state` names while a restore has begun and not ended. */
export const marker = 'restoring'

type Asked = Pick<Client, 'query'>

/** @throws {Failure} when a restore was begun here and did not end: no site may serve what is not whole */
export async function refuseHalfRestored(client: Asked): Promise<void> {
  if (await isHalfRestored(client))
    throw new Failure('A restore was cut off here: run npm run restore again, then start.')
}

export async function isHalfRestored(client: Asked): Promise<boolean> {
  const { rowCount } = await client.query('select from site_state where name = $1', [marker])
  return Boolean(rowCount)
}
