import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ledger } from '#content/entry/consent/table.ts'
import { fileEvents, files } from '#content/media/table.ts'
import { buildMedia } from '#test/build.ts'
import { deep } from '#test/depth.ts'
import { cast, testSite } from '#test/harness.ts'
import { getFile, idOf, phonePhoto, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { author, admin } = cast(site)
let backup: Map<string, Buffer>
let number = 40

beforeEach(async () => {
  backup = new Map()
  // Files that earlier tests damaged must not count in the next one.
  await site.db.update(files).set({ uploaderId: null, entryId: null })
  site.services.readBackedUp = async (sha256) => {
    const bytes = backup.get(sha256)
    return bytes ? Readable.from([bytes]) : null
  }
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Posts a recording or, in the long form, a picture. `path` locates its original. */
async function post(bytes: Buffer) {
  const name = { filename: 'sample.mp3', contentType: 'audio/mpeg' }
  const url = await uploadFile(site, author, bytes, deep ? {} : name)
  const { id: entryId } = await buildMedia(author, { link: url })
  await site.runJobs()
  const id = idOf(url)
  return { id, url, entryId: entryId as string, bytes, path: await pathOf(id) }
}

/** Posts a distinct file. */
async function buildFile({ backedUp = false } = {}) {
  const bytes = deep ? await phonePhoto(++number, 30) : sound(2960 + ++number)
  if (backedUp) backup.set(hashOf(bytes), bytes)
  return post(bytes)
}

async function rowOf(id: string) {
  const [row] = await site.db.select().from(files).where(eq(files.id, id))
  return row as NonNullable<typeof row>
}

async function databaseTime(): Promise<number> {
  const { rows } = await site.db.execute<{ now: string }>('select now()')
  return Date.parse(rows[0]?.now ?? '')
}

async function pathOf(id: string) {
  return join(site.dataDir, 'media', (await rowOf(id)).storageKey)
}

function flipBit(path: string) {
  const bytes = readFileSync(path)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

async function audit() {
  await site.services.db.execute("select graphile_worker.add_job('fixity:audit')")
  await site.runJobs()
}

const mailsToAdmin = async () =>
  (await site.mails(admin.email)).filter(({ subject }) => subject === 'Damaged or missing files on Test Heritage')

const eventsOf = async (id: string) => {
  const rows = await site.db.select().from(fileEvents).where(eq(fileEvents.fileId, id)).orderBy(fileEvents.at)
  return rows.map(({ event, outcome }) => `${event}: ${outcome}`)
}

describe('the nightly audit', () => {
  test('reads new files and records that they are intact', async () => {
    const { id } = await buildFile()
    expect((await rowOf(id)).checkedAt).toBeNull()
    const before = await databaseTime()
    await audit()
    const { checkedAt, damage } = await rowOf(id)
    expect(Date.parse(checkedAt ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(checkedAt ?? '')).toBeLessThanOrEqual(await databaseTime())
    expect(damage).toBeNull()
    expect(await eventsOf(id)).toEqual(['ingestion: success', 'fixity check: success'])
    const { body } = await admin.call('GET', '/api/admin/fixity')
    expect(body).toMatchObject({ files: 1, read: 1, unread: 0, damaged: 0, oldestCheck: expect.any(String) })
  })

  test('reads a 28th of the files each night, those read longest ago first, and all overdue ones', async () => {
    const [old, older, recent] = [await buildFile(), await buildFile(), await buildFile()]
    const ids = [old.id, older.id, recent.id]
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const setChecked = (id: string, days: number) =>
      site.db
        .update(files)
        .set({ checkedAt: ago(days) })
        .where(eq(files.id, id))
    await Promise.all([setChecked(old.id, 10), setChecked(older.id, 20), setChecked(recent.id, 1)])
    const readTonight = async () => {
      const rows = await site.db.select().from(files).where(inArray(files.id, ids))
      return rows.filter(({ checkedAt }) => checkedAt && checkedAt > ago(0.5)).map(({ id }) => id)
    }
    await audit()
    expect(await readTonight()).toEqual([older.id])
    await setChecked(old.id, 29)
    await setChecked(recent.id, 28.5)
    await audit()
    expect((await readTonight()).sort()).toEqual(ids.sort())
  })

  test('finds a flipped bit and repairs it from the backup', async () => {
    const { id, path, bytes, url } = await buildFile({ backedUp: true })
    flipBit(path)
    expect(hashOf(readFileSync(path))).not.toBe(hashOf(bytes))
    await audit()
    expect(readFileSync(await pathOf(id)).equals(bytes)).toBe(true)
    expect(() => readFileSync(path)).toThrow('ENOENT')
    const served = await getFile(site, `${url}?download`, author)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
    expect(await eventsOf(id)).toEqual(['ingestion: success', 'fixity check: failure', 'repair: success'])
    expect((await rowOf(id)).damage).toBeNull()
    expect(await mailsToAdmin()).toEqual([])
  })

  test('restores a missing file', async () => {
    const { id, path, bytes } = await buildFile({ backedUp: true })
    rmSync(path)
    await audit()
    expect(readFileSync(await pathOf(id)).equals(bytes)).toBe(true)
  })

  test('doesn’t use a backup that is damaged itself', async () => {
    const { id, path, bytes } = await buildFile()
    const wrong = Buffer.from(bytes)
    wrong[20] = (wrong[20] ?? 0) ^ 1
    backup.set(hashOf(bytes), wrong)
    flipBit(path)
    const before = readFileSync(path)
    await audit()
    expect(readFileSync(await pathOf(id)).equals(before)).toBe(true)
    expect((await rowOf(id)).damage).toBe('damaged')
    const keys = await Array.fromAsync(site.services.storage.list(`files/${id}`))
    expect(keys.filter(({ key }) => key.includes('original'))).toHaveLength(1)
  })

  test('emails the admins once about files without a backup, and lists them until they are repaired', async () => {
    const sent = (await mailsToAdmin()).length
    const { id, entryId, path, bytes } = await buildFile()
    rmSync(path)
    await audit()
    expect(await mailsToAdmin()).toHaveLength(sent + 1)
    expect((await mailsToAdmin()).at(-1)?.text).toContain('Damaged files: 0. Missing files: 1.')
    await audit()
    expect(await mailsToAdmin()).toHaveLength(sent + 1)
    const { body } = await admin.call('GET', '/api/admin/fixity/damaged')
    expect(body.items).toMatchObject([{ id, damage: 'missing', entry: { url: `/media/${entryId}` } }])
    backup.set(hashOf(bytes), bytes)
    await audit()
    expect((await admin.call('GET', '/api/admin/fixity/damaged')).body.items).toEqual([])
    expect(readFileSync(await pathOf(id)).equals(bytes)).toBe(true)
  })

  test.each(['withdrawn', 'removed'] as const)('never repairs a file that the ledger lists as %s', async (act) => {
    const { id, path, bytes } = await buildFile({ backedUp: true })
    const line = { entryId: crypto.randomUUID(), type: 'article', act, hashes: [hashOf(bytes)] }
    await site.db.insert(ledger).values(line)
    rmSync(path)
    await audit()
    expect((await rowOf(id)).damage).toBe('missing')
    expect(await Array.fromAsync(site.services.storage.list(`files/${id}`))).not.toContainEqual(
      expect.objectContaining({ key: expect.stringContaining('original') }),
    )
  })

  test('repairs a file that was deleted and then uploaded again', async () => {
    const first = await buildFile({ backedUp: true })
    await author.call('DELETE', `/api/media/${first.entryId}`)
    await site.runJobs()
    const { id, path } = await post(first.bytes)
    rmSync(path)
    await audit()
    expect(readFileSync(await pathOf(id)).equals(first.bytes)).toBe(true)
  })

  test('ignores files that are released while it reads them', async () => {
    const { id, entryId, path } = await buildFile()
    const { open } = site.services.storage
    site.services.storage.open = async (key, range) => {
      site.services.storage.open = open
      await author.call('DELETE', `/api/media/${entryId}`)
      rmSync(path)
      return open(key, range)
    }
    const sent = (await mailsToAdmin()).length
    await site.db.update(files).set({ checkedAt: null }).where(eq(files.id, id))
    await audit()
    expect(await mailsToAdmin()).toHaveLength(sent)
    expect((await eventsOf(id)).filter((event) => event.includes('failure'))).toEqual([])
  })

  test('reports no damage while storage is unavailable, and continues afterwards', async () => {
    const { id } = await buildFile()
    const { open } = site.services.storage
    site.services.storage.open = async () => {
      throw new Error('the storage is away')
    }
    await audit()
    site.services.storage.open = open
    expect(await rowOf(id)).toMatchObject({ damage: null, checkedAt: null })
    await audit()
    expect((await rowOf(id)).checkedAt).not.toBeNull()
  })
})

test('hides title and file name from an admin who may not see the entry', async () => {
  const keeper = await site.person({ roles: ['keeper'] })
  const { id, entryId, path } = await buildFile()
  const group = (await keeper.call('POST', '/api/groups', { name: 'Sample group' })).body
  expect((await keeper.call('PATCH', `/api/media/${entryId}`, { groups: [group.id] })).status).toBe(200)
  rmSync(path)
  await audit()
  const { body } = await admin.call('GET', '/api/admin/fixity/damaged')
  expect(body.items).toMatchObject([{ id, name: null, entry: null }])
})
