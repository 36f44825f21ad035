import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NotFound } from '#core/errors.ts'
import { until } from '#test/until.ts'
import { storageContract } from './storage-contract.ts'
import { openLocalStorage } from './storage-local.ts'

/** `before` is called before each file operation that the storage makes. */
const interleaving = { before: (_operation: string) => {} }

/** Makes functions of a built-in module call `interleaving.before` first. Returns a function that undoes this. */
function interrupt(module: Record<string, unknown>, names: string[]): () => void {
  const originals = Object.fromEntries(names.map((name) => [name, module[name]]))
  for (const [name, original] of Object.entries(originals))
    module[name] = (...args: unknown[]) => {
      interleaving.before(name)
      return (original as (...args: unknown[]) => unknown)(...args)
    }
  syncBuiltinESMExports()
  return () => {
    Object.assign(module, originals)
    syncBuiltinESMExports()
  }
}

const restore = [
  interrupt(
    promises as never,
    Object.entries(promises).flatMap(([name, one]) => (typeof one === 'function' ? [name] : [])),
  ),
  interrupt(fs as never, ['createReadStream', 'createWriteStream']),
]

const root = mkdtempSync(join(tmpdir(), 'urithi-storage-'))
let storage: Awaited<ReturnType<typeof openLocalStorage>>

beforeAll(async () => {
  storage = await openLocalStorage(root)
})
afterEach(() => {
  interleaving.before = () => {}
})
afterAll(() => {
  for (const undo of restore) undo()
  rmSync(root, { recursive: true, force: true })
})

storageContract(() => storage)

it('leaves no temporary file, and deletes those of a crash when it opens', async () => {
  expect(readdirSync(join(root, '.incoming'))).toEqual([])
  for (const name of ['old', 'young']) writeFileSync(join(root, '.incoming', name), 'x')
  utimesSync(join(root, '.incoming', 'old'), 0, 0)
  await openLocalStorage(root)
  expect(readdirSync(join(root, '.incoming'))).toEqual(['young'])
})

it('does not end the process if what it opened is neither read nor closed', async () => {
  const failures: unknown[] = []
  const note = (error: unknown) => void failures.push(error)
  process.on('uncaughtException', note)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  await storage.put('never/read', Readable.from([Buffer.from('sample content')]))
  const openOnly = async () => {
    const opened = new WeakRef(await storage.open('never/read'))
    return () => opened.deref() === undefined
  }
  const isCollected = await openOnly()
  await until(() => {
    collect()
    return isCollected()
  }, 'the stream to be collected')
  await nextTurn()
  process.off('uncaughtException', note)
  expect(failures).toEqual([])
})

describe('a removal between any two file operations', () => {
  const key = 'removed/between/file'
  const path = join(root, key)

  /** Does what `remove` does, but synchronously: deletes the file and the folders that this empties. */
  function removeNow(file: string) {
    rmSync(file, { force: true })
    for (const folder of [dirname(file), dirname(dirname(file))]) {
      try {
        rmdirSync(folder)
      } catch {}
    }
  }

  /** Calls `task` until each of its file operations was preceded once by a removal; returns how many there were. */
  async function atEachOperation(prepare: () => void, task: () => Promise<void>): Promise<number> {
    for (let interrupted = 1; ; interrupted++) {
      prepare()
      let count = 0
      interleaving.before = () => {
        if (++count === interrupted) removeNow(path)
      }
      await task()
      interleaving.before = () => {}
      if (count < interrupted) return interrupted - 1
    }
  }

  const content = 'sample content'
  const write = () => {
    rmSync(join(root, 'removed'), { recursive: true, force: true })
  }
  const store = async () => {
    await storage.put(key, Readable.from([Buffer.from(content)]))
  }

  it('leaves a put intact: the file is complete or, if removed after its renaming, gone', async () => {
    const outcomes = new Set<boolean>()
    const operations = await atEachOperation(write, async () => {
      await store()
      if (existsSync(path)) expect(readFileSync(path, 'utf8')).toBe(content)
      outcomes.add(existsSync(path))
      expect(readdirSync(join(root, '.incoming')).filter((name) => name !== 'young')).toEqual([])
    })
    expect(operations).toBeGreaterThanOrEqual(4)
    expect([...outcomes].sort()).toEqual([false, true])
  })

  it('leaves a put intact that creates its folder, even if a removal precedes the renaming twice', async () => {
    write()
    let removals = 0
    interleaving.before = (operation) => {
      if (operation === 'rename' && removals++ < 2) removeNow(path)
    }
    await store()
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(removals).toBe(3)
  })

  it('lets a copy succeed or fail with NotFound', async () => {
    const operations = await atEachOperation(
      () => {
        write()
        rmSync(join(root, 'copied'), { recursive: true, force: true })
      },
      async () => {
        const before = interleaving.before
        interleaving.before = () => {}
        await store()
        interleaving.before = before
        const copied = await storage.copy(key, 'copied/file').then(
          () => true,
          (error) => {
            expect(error).toBeInstanceOf(NotFound)
            return false
          },
        )
        expect(existsSync(join(root, 'copied/file'))).toBe(copied)
      },
    )
    expect(operations).toBeGreaterThanOrEqual(4)
  })

  it('lets a read return all bytes or fail with NotFound, and a listing or removal succeed', async () => {
    for (const read of [
      async () => {
        const bytes = await storage.open(key).catch((error) => {
          expect(error).toBeInstanceOf(NotFound)
        })
        if (bytes) expect(Buffer.concat(await Array.fromAsync(bytes)).toString()).toBe(content)
      },
      async () => expect([content.length, undefined]).toContain(await storage.size(key)),
      async () => {
        for await (const { key: found } of storage.list('removed')) expect(found).toBe(key)
      },
      async () => {
        await storage.remove(key)
        expect(existsSync(path)).toBe(false)
      },
    ]) {
      const operations = await atEachOperation(write, async () => {
        const before = interleaving.before
        interleaving.before = () => {}
        await store()
        interleaving.before = before
        await read()
      })
      expect(operations).toBeGreaterThanOrEqual(1)
    }
  })
})
