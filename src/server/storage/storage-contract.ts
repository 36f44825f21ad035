import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { NotFound } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'

/** Defines the tests that every storage has to pass, whether it is a folder or a bucket. */
export function storageContract(storage: () => Storage & { list(prefix: string): AsyncIterable<{ key: string }> }) {
  let count = 0
  const newKey = () => `files/test${++count}/original`
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
  const stream = (size = bytes.length) => Readable.from([bytes.subarray(0, 100), bytes.subarray(100, size)])
  const keysOf = async (prefix: string) => (await Array.fromAsync(storage().list(prefix))).map((one) => one.key)

  it('returns what was put, whether or not its length was known', async () => {
    for (const options of [{}, { size: bytes.length }, { size: bytes.length, contentType: 'image/png' }]) {
      const key = newKey()
      await storage().put(key, stream(), options)
      expect(bytes.equals(await buffer(await storage().open(key)))).toBe(true)
      expect(await storage().size(key)).toBe(bytes.length)
    }
  })

  it('provides a file at a path, and leaves it there when its key is removed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'urithi-provided-'))
    const [key, path] = [newKey(), join(folder, 'provided')]
    await storage().put(key, stream())
    await storage().provide(key, path)
    await storage().remove(key)
    expect(bytes.equals(await readFile(path))).toBe(true)
    await expect(storage().provide(key, join(folder, 'missing'))).rejects.toThrow(NotFound)
    await rm(folder, { recursive: true })
  })

  it('replaces a file', async () => {
    const key = newKey()
    await storage().put(key, stream())
    await storage().put(key, Readable.from([Buffer.from('new')]), { size: 3 })
    expect((await buffer(await storage().open(key))).toString()).toBe('new')
  })

  it('stores an empty file', async () => {
    const key = newKey()
    await storage().put(key, Readable.from([]), { size: 0 })
    expect(await storage().size(key)).toBe(0)
  })

  it.each([
    [0, 0],
    [5, 1000],
    [299_999, 299_999],
    [0, 299_999],
  ])('opens bytes %i to %i', async (start, end) => {
    const key = newKey()
    await storage().put(key, stream(), { size: bytes.length })
    expect(bytes.subarray(start, end + 1).equals(await buffer(await storage().open(key, { start, end })))).toBe(true)
  })

  it('stores nothing of a stream that breaks or has the wrong length', async () => {
    async function* breaking() {
      yield bytes
      throw new Error('cut')
    }
    for (const options of [{}, { size: bytes.length * 2 }]) {
      const key = newKey()
      await expect(storage().put(key, Readable.from(breaking()), options)).rejects.toThrow('cut')
      expect(await storage().size(key)).toBeUndefined()
    }
    for (const size of [bytes.length - 1, bytes.length + 1]) {
      const key = newKey()
      await expect(storage().put(key, stream(), { size })).rejects.toThrow(/wrong length/)
      expect(await storage().size(key)).toBeUndefined()
    }
  })

  it('leaves the earlier file if a put fails', async () => {
    const key = newKey()
    await storage().put(key, Readable.from([Buffer.from('old')]))
    await expect(storage().put(key, stream(), { size: 5 })).rejects.toThrow()
    expect((await buffer(await storage().open(key))).toString()).toBe('old')
  })

  it('copies and removes files, and answers 404 for missing ones', async () => {
    const [from, to] = [newKey(), newKey()]
    await storage().put(from, stream())
    await storage().copy(from, to)
    await storage().remove(from)
    await storage().remove(from)
    expect(await storage().size(from)).toBeUndefined()
    expect(bytes.equals(await buffer(await storage().open(to)))).toBe(true)
    await expect(storage().open(from)).rejects.toMatchObject({ status: 404 })
    await expect(storage().open('files')).rejects.toMatchObject({ status: 404 })
    await expect(storage().copy(from, to)).rejects.toMatchObject({ status: 404 })
  })

  it('lists keys under a prefix', async () => {
    const keys = ['listed/a', 'listed/b/c', 'listed2/d']
    for (const key of keys) await storage().put(key, stream())
    expect((await keysOf('listed')).sort()).toEqual(['listed/a', 'listed/b/c'])
    expect(await keysOf('nothing')).toEqual([])
  })

  it.each([
    '../x',
    'a/../../x',
    '/etc/passwd',
    'a//b',
    '.incoming/x',
    'a/.x',
    'A',
    'a\\b',
    'a\0b',
    '',
    'a/',
    'é',
    'a'.repeat(501),
  ])('refuses the key %j', async (key) => {
    for (const work of [
      async () => storage().put(key, stream()),
      async () => storage().open(key),
      async () => storage().size(key),
      async () => storage().remove(key),
      async () => storage().copy(key, 'files/x'),
      async () => storage().copy('files/x', key),
    ])
      await expect(work()).rejects.toThrow('not a storage key')
  })

  it('can be written to', () => storage().check())

  it('handles concurrent puts and removals in one folder', async () => {
    const keys = Array.from({ length: 10 }, (_, at) => `files/crowd/${at}`)
    await Promise.all(keys.map((key) => storage().put(key, stream(1000))))
    await Promise.all(keys.flatMap((key, at) => (at % 2 ? storage().remove(key) : storage().put(key, stream(2000)))))
    expect((await keysOf('files/crowd')).length).toBe(5)
  })
}
