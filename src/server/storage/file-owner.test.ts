import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serviceUser } from '../start/service-user.ts'
import { handOverDataDir } from './file-owner.ts'

// Only root can give files to another user.
const user = serviceUser()
let folder: string

beforeEach(() => {
  // The service user must be able to reach it.
  const outer = mkdtempSync(join(tmpdir(), 'urithi-owner-'))
  chmodSync(outer, 0o755)
  folder = join(outer, 'data')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const ownerOf = (name: string) => lstatSync(join(folder, name)).uid
const rule = 'DATA_DIR must be an empty folder, or one that Urithi has used before.'

describe.skipIf(!user)('a data folder', () => {
  const handOver = () => user && handOverDataDir(folder, user)

  it.each([['media', 'private-key'], ['outbox'], ['server.lock']])(
    'that holds %s is refused and not changed, if no site has used it',
    (...names) => {
      mkdirSync(folder)
      for (const name of names) writeFileSync(join(folder, name), 'sample')
      expect(handOver).toThrow(rule)
      expect(readdirSync(folder).sort()).toEqual(names.sort())
      for (const name of ['.', ...names]) expect(ownerOf(name)).toBe(0)
    },
  )

  it('of a site goes to its user without the files that others have put there', () => {
    handOver()
    mkdirSync(join(folder, 'media'))
    writeFileSync(join(folder, 'media/sample'), 'sample')
    writeFileSync(join(folder, 'private-key'), 'sample')
    handOver()
    expect(['.', 'media', 'media/sample', '.urithi-data'].map(ownerOf)).toEqual(Array(4).fill(user?.uid))
    expect(ownerOf('private-key')).toBe(0)
  })

  it('of an earlier version is recognized', () => {
    mkdirSync(join(folder, 'outbox'), { recursive: true })
    for (const name of ['server.lock', 'server.pid']) writeFileSync(join(folder, name), '')
    handOver()
    expect(ownerOf('outbox')).toBe(user?.uid)
  })

  it('must be neither a file nor below one', () => {
    writeFileSync(folder, '')
    expect(handOver).toThrow('DATA_DIR must be a folder.')
    expect(() => user && handOverDataDir(join(folder, 'data'), user)).toThrow('DATA_DIR must be a folder.')
  })
})
