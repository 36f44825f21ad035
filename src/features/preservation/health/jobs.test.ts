import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BackupKind } from '#core/backup.ts'
import { accounts, siteState } from '#core/tables.ts'
import { jobContextOf } from '#server/jobs/jobs.ts'
import { testSite } from '#test/harness.ts'
import { jobs } from './jobs.ts'

const site = testSite()
const hour = 60 * 60 * 1000
// The daily backup is due in six hours, so that all times in the last few hours fall on the same backup day.
const at = new Date(Date.now() + 6 * hour).toISOString().slice(11, 16)
const plan = { place: 'folder', at, encrypted: true, drills: true } as const
const done = { seconds: 2, bytes: 10, files: 1, moved: 5, missing: 0 }
let started: BackupKind[] = []

const run = (name: 'care:backup' | 'care:watch') =>
  jobs[name]?.run(jobContextOf(site.services, new AbortController().signal), {})
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const keep = (name: string, value: unknown) =>
  site.db.insert(siteState).values({ name, value }).onConflictDoUpdate({ target: siteState.name, set: { value } })

beforeEach(async () => {
  started = []
  site.services.backups = { plan, start: (kind) => started.push(kind) }
  await site.db.delete(siteState).where(sql`${siteState.name} in ('backup', 'drill', 'care.begun', 'care.reminded')`)
})

describe('the job that starts backups', () => {
  it('starts nothing without a place for backups', async () => {
    site.services.backups = { plan: undefined, start: (kind) => started.push(kind) }
    await run('care:backup')
    expect(started).toEqual([])
  })

  it('starts a backup immediately, and the next one at its hour on the following day', async () => {
    await run('care:backup')
    await run('care:backup')
    expect(started).toEqual(['backup'])
    await keep('care.begun', { backup: ago(25 * hour) })
    await run('care:backup')
    expect(started).toEqual(['backup', 'backup'])
  })

  it('repeats a failed backup an hour later', async () => {
    await keep('backup', { triedAt: ago(hour / 2), error: 'No room.', done: null })
    await keep('care.begun', { backup: ago(hour / 2) })
    await run('care:backup')
    expect(started).toEqual([])
    await keep('care.begun', { backup: new Date(Date.now() - 61 * 60 * 1000).toISOString() })
    await run('care:backup')
    expect(started).toEqual(['backup'])
  })

  it('starts a test restore each month, once there is a backup', async () => {
    await keep('backup', { triedAt: ago(1000), error: null, done: { at: ago(1000), ...done } })
    await keep('care.begun', { backup: ago(0) })
    await run('care:backup')
    await run('care:backup')
    expect(started).toEqual(['drill'])
    await keep('care.begun', { backup: ago(0), drill: ago(31 * 24 * hour) })
    await run('care:backup')
    expect(started).toEqual(['drill', 'drill'])
  })
})

describe('an overdue backup', () => {
  it('is emailed to every admin, once a day, in their language, until it is fixed', async () => {
    const admin = await site.person({ roles: ['admin'] })
    const other = await site.person({ roles: ['admin'] })
    const member = await site.person()
    await site.db
      .update(accounts)
      .set({ preferences: { language: 'sw' } })
      .where(eq(accounts.id, other.id))
    await run('care:watch')
    const sent = async (to: string) => (await site.mails(to)).filter(({ subject }) => /backup|nakala/i.test(subject))
    expect(await sent(admin.email)).toEqual([])

    await keep('backup', { triedAt: ago(37 * hour), error: null, done: { at: ago(37 * hour), ...done } })
    await keep('drill', { triedAt: ago(hour), error: null, done: { at: ago(hour), ...done } })
    await run('care:watch')
    await run('care:watch')
    expect((await sent(admin.email)).map(({ subject }) => subject)).toEqual(['Test Heritage has no recent backup'])
    expect(await sent(other.email)).toHaveLength(1)
    expect(await sent(member.email)).toEqual([])
    const { body } = await admin.call('GET', '/api/admin/backups')
    expect(body).toMatchObject({ plan, backup: { overdue: true, running: false }, drill: { overdue: false } })

    await keep('care.reminded', { reminded: ago(25 * hour) })
    await run('care:watch')
    expect(await sent(admin.email)).toHaveLength(2)
    await keep('backup', { triedAt: ago(hour), error: null, done: { at: ago(hour), ...done } })
    await keep('care.reminded', { reminded: ago(25 * hour) })
    await run('care:watch')
    expect(await sent(admin.email)).toHaveLength(2)
  })
})
