import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeZip } from 'client-zip'
import { afterAll, describe, expect, test } from 'vitest'
import { openBag } from './open.ts'
import { validate } from './validate.ts'

// Some systems store names with composed letters (NFC), others with separate marks (NFD).

const folder = mkdtempSync(join(tmpdir(), 'urithi-names-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['Sample café.txt', 'Sămple/zúma ẹ̀.txt']
const content = 'sample content'
const sum = createHash('sha256').update(content).digest('hex')

/** Returns the files of a bag whose manifest names its payload in one form, and its folder in another. */
function filesOf(name: string, stored: string, listed: string): [string, string][] {
  return [
    ['bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'],
    ['manifest-sha256.txt', `${sum}  data/${name.normalize(listed)}\n`],
    [`data/${name.normalize(stored)}`, content],
  ]
}

function inFolder(files: [string, string][]): string {
  const root = mkdtempSync(join(folder, 'bag-'))
  for (const [name, text] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

async function inZip(files: [string, string][]): Promise<string> {
  const path = join(mkdtempSync(join(folder, 'zip-')), 'bag.zip')
  const list = files.map(([name, input]) => ({ name: `bag/${name}`, input }))
  writeFileSync(path, Buffer.from(await new Response(makeZip(list)).arrayBuffer()))
  return path
}

describe.each([
  ['a folder', inFolder],
  ['a zip', inZip],
] as const)('in %s', (_, pack) => {
  test.each(names.flatMap((name) => [['NFC', 'NFD', name] as const, ['NFD', 'NFC', name] as const]))(
    'a file that is stored in %s and listed in %s is the same file: %s',
    async (stored, listed, name) => {
      const bag = await openBag(await pack(filesOf(name, stored, listed)))
      try {
        const { payload, text, size } = await validate(bag)
        const [path = ''] = payload.keys()
        expect([...payload]).toEqual([[name.normalize('NFC'), sum]])
        expect([await text(path), size(path)]).toEqual([content, content.length])
      } finally {
        await bag.close()
      }
    },
  )

  test.each(names)('%s in both forms is the same file twice, and refused', async (name) => {
    const files = [...filesOf(name, 'NFC', 'NFC'), ...filesOf(name, 'NFD', 'NFD').slice(2)]
    await expect((async () => validate(await openBag(await pack(files))))()).rejects.toThrow('twice')
  })
})
