import type { BackupKind } from '#core/backup.ts'
import { withClient } from '../database/postgres-role.ts'
import { Busy } from './create.ts'
import { sentenceOf } from './failure.ts'

type Done = { at: string; seconds: number; bytes: number; files: number; moved: number; missing: number }

/**
 * Runs a backup or a drill and records its outcome for the admins' page. One that is killed counts as failed. `work`
 * receives whether an earlier one succeeded.
 */
export async function recordOutcome<T>(
  url: string,
  kind: BackupKind,
  work: (isRepeated: boolean) => Promise<T>,
  doneOf: (result: T) => Omit<Done, 'seconds'>,
): Promise<T> {
  const began = Date.now()
  const before = await read(url, kind)
  const triedAt = new Date(began).toISOString()
  await write(url, kind, { ...before, triedAt, error: 'It was interrupted before it finished.' })
  try {
    const result = await work(before.done !== null)
    const done = { ...doneOf(result), seconds: (Date.now() - began) / 1000 }
    await write(url, kind, { triedAt, error: null, done })
    return result
  } catch (error) {
    // If another one is running, that one records its own outcome.
    const note = error instanceof Busy ? before : { ...before, triedAt, error: sentenceOf(error) }
    if (note) await write(url, kind, note).catch(() => {})
    throw error
  }
}

async function read(url: string, kind: BackupKind): Promise<{ done: Done | null }> {
  const { rows } = await ask(url, 'select value from site_state where name = $1', [kind])
  return rows[0]?.value ?? { done: null }
}

async function write(url: string, kind: BackupKind, value: object): Promise<void> {
  await ask(
    url,
    'insert into site_state (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [kind, JSON.stringify(value)],
  )
}

function ask(url: string, text: string, values: unknown[]) {
  return withClient(url, (client) => client.query(text, values))
}
