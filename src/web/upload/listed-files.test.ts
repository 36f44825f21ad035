import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../errors.ts'
import {
  endRecording,
  forgetFile,
  hasStored,
  note,
  restoreFile,
  storedWith,
  storeFile,
  storeInPlaceOf,
  storeRecording,
} from '../outbox/form-files.ts'
import { heldFile, holdFile, placeLastsMs } from '../outbox/held-files.ts'
import { ListedFiles } from './listed-files.ts'
import { LostFiles } from './lost-files.ts'
import { sendOrHold } from './send-or-hold.ts'

type Piece = { file: string; at: number; sealed: { bytes: ArrayBuffer } }
type Range = { from: [string, number]; to: [string, number] }

let pieces: Piece[] = []
let room = Number.POSITIVE_INFINITY
const isIn = ({ file, at }: Piece, { from, to }: Range) =>
  (file > from[0] || (file === from[0] && at >= from[1])) && (file < to[0] || (file === to[0] && at <= to[1]))
const store = {
  async put(piece: Piece) {
    if (piece.sealed.bytes.byteLength > room) throw new DOMException('full', 'QuotaExceededError')
    pieces = [...pieces.filter(({ file, at }) => file !== piece.file || at !== piece.at), piece]
  },
  async delete(range: Range) {
    pieces = pieces.filter((piece) => !isIn(piece, range))
  },
  getAll: async (range: Range) =>
    pieces
      .filter((piece) => isIn(piece, range))
      .sort((a, b) => (a.file === b.file ? a.at - b.at : a.file < b.file ? -1 : 1)),
}
vi.mock('idb', () => ({
  openDB: async () => ({
    put: (_: string, piece: Piece) => store.put(piece),
    delete: (_: string, range: Range) => store.delete(range),
    get: async (_: string, [file, at]: [string, number]) => pieces.find((one) => one.file === file && one.at === at),
    getAll: async (_: string, range: Range, count?: number) => (await store.getAll(range)).slice(0, count),
    count: async (_: string, range: Range) => (await store.getAll(range)).length,
    getAllKeys: async (_: string, range: Range) => (await store.getAll(range)).map(({ file, at }) => [file, at]),
    transaction: () => ({ store, done: Promise.resolve() }),
  }),
}))
vi.mock('../session/session.ts', () => ({ readUser: () => ({ id: 'sample' }) }))
vi.mock('../outbox/key.ts', () => {
  const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return { canStore: () => true, deviceKey: () => key }
})
vi.mock('./send-or-hold.ts', () => ({ sendOrHold: vi.fn() }))

const field = 'sample:1:media'
const mb = 1024 * 1024
const fileOf = (content: string | Uint8Array<ArrayBuffer>) =>
  new File([content], 'recording.webm', { type: 'audio/webm' })
const storedNames = () => storedWith('sample:1:')

beforeEach(() => {
  pieces = []
  room = Number.POSITIVE_INFINITY
  vi.stubGlobal('IDBKeyRange', { bound: (from: unknown, to: unknown) => ({ from, to }) })
})

async function record(content: string) {
  storeRecording(field, { name: 'recording.webm', type: 'audio/webm' })(new Blob([content]))
  expect(await (await restoreFile(field))?.file.text()).toBe(content)
}

/** Stores a recording whose file the server has deleted. */
const addExpired = (address: string) => new ListedFiles(field).add(address, fileOf(address), Date.now() - 1)

test('on a full device, a recording added to a list stays stored as the recording of its field', async () => {
  await record('one')
  room = 100
  const listed = new ListedFiles(field)
  await listed.add('/one', fileOf(new Uint8Array(500)), Date.now() + 1_000)
  expect(await storedNames()).toEqual(['media'])
  expect(listed.hasFieldCopy()).toBe(true)
  listed.remove('/one')
  expect(await storedNames()).toEqual([])
})

test('a new recording is not deleted with the file whose only copy it replaced', async () => {
  room = 100
  const listed = new ListedFiles(field)
  await listed.add('/one', fileOf(new Uint8Array(500)), Date.now() + 1_000)
  listed.leaveField()
  await record('two')
  listed.remove('/one')
  expect(await storedNames()).toEqual(['media'])
})

test('all recordings of a list that the server has deleted are sent again and get their new addresses', async () => {
  await addExpired('/one')
  await addExpired('/two')
  const listed = new ListedFiles(field)
  const { files, lost } = await listed.restore(['/one'], false)
  expect(lost).toEqual(['/one', '/two'])
  expect(heldFile('/two')).toBeDefined()
  vi.mocked(sendOrHold).mockImplementation(async (file, { change }) => {
    change({ fileUrl: `/new${await file.text()}` })
    return undefined
  })
  const sent: string[][] = []
  const lostFiles = new LostFiles(listed, false, (...addresses) => sent.push(addresses))
  lostFiles.send(files)
  await lostFiles.settle(new AbortController().signal)
  expect(sent).toEqual([
    ['/one', '/new/one'],
    ['/two', '/new/two'],
  ])
  expect(await storedNames()).toEqual(['media:/new/one', 'media:/new/two'])
  expect(await new ListedFiles(field).restore([], false)).toMatchObject({ lost: [] })
})

test('a form isn’t posted with a file that the server refused to take again, until the file is removed', async () => {
  await addExpired('/one')
  const listed = new ListedFiles(field)
  const { files } = await listed.restore(['/one'], false)
  vi.mocked(sendOrHold).mockRejectedValue(new ApiError(400, 'sample', 'Sample refusal'))
  const lostFiles = new LostFiles(listed, false, () => {})
  lostFiles.send(files)
  const { signal } = new AbortController()
  await expect(lostFiles.settle(signal)).rejects.toThrow('Sample refusal')
  expect(await storedNames()).toEqual(['media:/one'])
  listed.remove('/one')
  await lostFiles.settle(signal)
})

test('what is noted about a file changes nothing of another one that was stored since', async () => {
  const [first, second] = [fileOf('one'), fileOf('second')]
  storeFile(field, first, {})
  storeFile(field, second, {})
  note(field, first, { place: { fileUrl: '/one', until: Date.now() + 1_000 } })
  forgetFile(field, first)
  expect(await restoreFile(field)).not.toHaveProperty('place')
  note(field, second, { place: { fileUrl: '/two', until: 1 } })
  const stored = await restoreFile(field)
  expect([await stored?.file.text(), stored?.place]).toEqual(['second', { fileUrl: '/two', until: 1 }])
})

test('what is noted about a recording changes nothing of the next one, while that grows and afterwards', async () => {
  const [first, second] = [fileOf('one'), fileOf('second')]
  await record('one')
  endRecording(field, first)
  const next = storeRecording(field, { name: 'recording.webm', type: 'audio/webm' })
  next(new Blob(['sec']))
  const place = { fileUrl: '/one', until: 1 }
  note(field, first, { place })
  next(new Blob(['ond']))
  endRecording(field, second)
  note(field, first, { place })
  forgetFile(field, first)
  const stored = await restoreFile(field)
  expect([await stored?.file.text(), stored?.place]).toEqual(['second', undefined])
  note(field, second, { place })
  expect(await restoreFile(field)).toMatchObject({ place })
})

test('a file of which the first piece was never stored is not restored', async () => {
  storeFile(field, fileOf(new Uint8Array(3 * mb)), {})
  expect(await hasStored(field)).toBe(true)
  pieces = pieces.filter(({ at }) => at !== 0)
  expect([await hasStored(field), await restoreFile(field)]).toEqual([false, undefined])
  expect(await storedWith('sample:1:')).toEqual([])
})

test('a recording of which the device has no sound yet is not restored', async () => {
  storeRecording(field, { name: 'recording.webm', type: 'audio/webm' })
  expect([await hasStored(field), await restoreFile(field)]).toEqual([false, undefined])
})

test('posting a list deletes only its own files', async () => {
  const listed = new ListedFiles(field)
  await listed.add('/one', fileOf('one'), Date.now() + 1_000)
  await addExpired('/two')
  listed.startAnew()
  expect(await storedNames()).toEqual(['media:/two'])
})

test('a file that came back from the outbox is stored again', async () => {
  const address = holdFile(fileOf('one'))
  await record('the field’s')
  const { files } = await new ListedFiles(field).restore([address], true)
  expect(files.map(([address]) => address)).toEqual([address])
  expect(await storedNames()).toEqual(['media', `media:${address}`].sort())
  forgetFile(field)
})

test('storing a file again does not extend the time in which it can be posted', async () => {
  const listed = new ListedFiles(field)
  const until = Date.now() + placeLastsMs / 2
  await listed.add('/one', fileOf('one'), until)
  listed.forget()
  listed.storeAgain()
  expect((await restoreFile(`${field}:/one`))?.place).toEqual({ fileUrl: '/one', until })
})

test('a large file is encrypted in pieces and not stored at all on a device without room', async () => {
  const content = crypto.getRandomValues(new Uint8Array(65_536))
  const file = fileOf(new Uint8Array(await new Blob(Array(40).fill(content)).arrayBuffer()))
  expect(await storeInPlaceOf(field, `${field}:/one`, file)).toBe(true)
  expect(Math.max(...pieces.map(({ sealed }) => sealed.bytes.byteLength))).toBeLessThan(mb + 100)
  const restored = await restoreFile(`${field}:/one`)
  const bytesOf = async (blob: Blob | undefined) => Buffer.from(await (blob ?? new Blob()).arrayBuffer())
  expect((await bytesOf(restored?.file)).equals(await bytesOf(file))).toBe(true)
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 4 * mb, usage: mb }) } })
  expect(await storeInPlaceOf(field, `${field}:/two`, file)).toBe(false)
  vi.unstubAllGlobals()
})
