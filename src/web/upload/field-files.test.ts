import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../errors.ts'
import { database } from '../outbox/database.ts'
import { seal, sealBytes } from '../outbox/encryption.ts'
import { forgetFiles, isStored, note, restoreFile, storedIds, storeFile, storeRecording } from '../outbox/form-files.ts'
import { heldFile, isHeld, newFileId } from '../outbox/held-files.ts'
import { addItem, listItems, removeItem, sourceOf, takeBack } from '../outbox/items.ts'
import { local } from '../storage.ts'
import { FieldFiles } from './field-files.ts'
import { LostFiles } from './lost-files.ts'
import { sendOrHold } from './send-or-hold.ts'

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
const piecesHere = async () => (await (await database()).getAllKeys('pieces')) as [string, number][]
/** Returns the contents of the files that a form which opens now restores, its own one apart. */
async function restored(inForm: string[] = []) {
  const files = new FieldFiles(field)
  const list = await files.restoreList(inForm, true)
  const own = await files.restore()
  return {
    own: own && (await own.file.text()),
    list: await Promise.all(list.files.map(async ([address, file]) => [address, await file.text()])),
  }
}

beforeEach(async () => {
  vi.restoreAllMocks()
  const db = await database()
  await Promise.all([db.clear('pieces'), db.clear('items')])
})

/** Makes a recording of the field. */
function record(files: FieldFiles, content: string) {
  const { id, add } = files.record('recording.webm', 'audio/webm')
  add(new Blob([content]))
  return files.pick(fileOf(content), false, id)
}

/** Puts a recording into the list of a field. The server has it until then. */
async function listed(content: string, until = Date.now() + 1_000) {
  const files = new FieldFiles(field)
  files.sent(record(files, content), { fileUrl: `/${content}`, until })
  await files.list(`/${content}`)
  return files
}

/** Makes the device refuse files of more than this many bytes. */
function fill(room: number) {
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
    if ((row[0] as { sealed: { bytes: ArrayBuffer } }).sealed.bytes.byteLength > room)
      throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, row)
  })
}

test('a recording is restored with what was recorded so far, and not before there is sound', async () => {
  const files = new FieldFiles(field)
  const { add } = files.record('recording.webm', 'audio/webm')
  expect(await restored()).toEqual({ own: undefined, list: [] })
  add(new Blob(['one ']))
  add(new Blob(['two']))
  expect(await restored()).toEqual({ own: 'one two', list: [] })
})

test('a new recording leaves the previous one alone until it takes its place', async () => {
  const files = new FieldFiles(field)
  record(files, 'one')
  const { id } = files.record('recording.webm', 'audio/webm')
  files.forget(id)
  expect(await restored()).toEqual({ own: 'one', list: [] })
  record(files, 'two')
  expect(await restored()).toEqual({ own: 'two', list: [] })
  expect(await storedIds(field)).toHaveLength(1)
})

test('a new recording is not deleted with the file of the list that was recorded before', async () => {
  const files = await listed('one')
  record(files, 'two')
  expect(await restored(['/one'])).toEqual({ own: 'two', list: [['/one', 'one']] })
  files.unlist('/one')
  expect(await restored()).toEqual({ own: 'two', list: [] })
})

test('a picture that was made small is stored for the list; on a full device, the one that was picked stays', async () => {
  const files = new FieldFiles(field)
  const picked = files.pick(fileOf('large picture'), false)
  const address = files.hold(picked, fileOf('small'))
  await files.list(address)
  expect(await restored([address])).toEqual({ own: undefined, list: [[address, 'small']] })
  files.unlist(address)
  expect(await storedIds(field)).toEqual([])

  const other = files.pick(fileOf('large picture'), false)
  await isStored(field, other.id)
  fill(0)
  const unkept = files.hold(other, fileOf('small'))
  await files.list(unkept)
  vi.restoreAllMocks()
  expect(await storedIds(field)).toEqual([other.id])
  files.unlist(unkept)
  expect(await storedIds(field)).toEqual([])
})

test('all recordings of a list that the server has deleted are sent again and get their new addresses', async () => {
  for (const content of ['one', 'two']) await listed(content, Date.now() - 1)
  const files = new FieldFiles(field)
  const { files: stored, lost } = await files.restoreList(['/one'], false)
  expect(lost).toEqual(['/one', '/two'])
  expect(heldFile('/two')).toBeDefined()
  vi.mocked(sendOrHold).mockImplementation(async (file, { change }) => {
    change({ fileUrl: `/new/${await file.text()}` })
    return undefined
  })
  const sent: string[][] = []
  const lostFiles = new LostFiles(files, false, (...addresses) => sent.push(addresses))
  lostFiles.send(stored)
  await lostFiles.settle(new AbortController().signal)
  expect(sent).toEqual([
    ['/one', '/new/one'],
    ['/two', '/new/two'],
  ])
  expect(await new FieldFiles(field).restoreList([], false)).toMatchObject({ lost: [] })
  expect((await restored()).list).toEqual([
    ['/new/one', 'one'],
    ['/new/two', 'two'],
  ])
})

test('a form isn’t posted with a file that the server refused to take again, until the file is removed', async () => {
  await listed('one', Date.now() - 1)
  const files = new FieldFiles(field)
  const { files: stored } = await files.restoreList(['/one'], false)
  vi.mocked(sendOrHold).mockRejectedValue(new ApiError(400, 'sample', 'Sample refusal'))
  const lostFiles = new LostFiles(files, false, () => {})
  lostFiles.send(stored)
  const { signal } = new AbortController()
  await expect(lostFiles.settle(signal)).rejects.toThrow('Sample refusal')
  expect((await restored(['/one'])).list).toEqual([['/one', 'one']])
  files.unlist('/one')
  await lostFiles.settle(signal)
})

test('what is noted about a file changes nothing of another one', async () => {
  const files = new FieldFiles(field)
  const [first, second] = [files.pick(fileOf('one'), false), files.pick(fileOf('second'), false)]
  files.sent(first, { fileUrl: '/one', until: Date.now() + 1_000 })
  expect(await restoreFile(field, second.id)).not.toHaveProperty('place')
  const place = { fileUrl: '/two', until: 1 }
  files.sent(second, place)
  expect(await restored()).toEqual({ own: 'second', list: [] })
  expect(await restoreFile(field, second.id)).toMatchObject({ place })
})

test('a file of which a piece is missing is not restored, and is deleted with the next one', async () => {
  for (const missing of [0, 2]) {
    const id = newFileId()
    await storeFile(field, id, fileOf(new Uint8Array(3 * mb)), { own: true })
    expect(await restoreFile(field, id)).toBeDefined()
    await (await database()).delete('pieces', [`recording:sample:${field}:${id}`, missing])
    expect(await restored()).toEqual({ own: undefined, list: [] })
    const files = new FieldFiles(field)
    await files.restore()
    files.forgetOwn()
    expect(await storedIds(field)).toEqual([])
  }
})

test('posting a form deletes only its own files', async () => {
  const files = await listed('one')
  await listed('two')
  record(files, 'three')
  files.forgetAll()
  expect(await restored()).toEqual({ own: undefined, list: [['/two', 'two']] })
})

test('a large file is encrypted in pieces and not stored at all on a device without room', async () => {
  const content = crypto.getRandomValues(new Uint8Array(65_536))
  const file = fileOf(new Uint8Array(await new Blob(Array(40).fill(content)).arrayBuffer()))
  const [first, second] = [newFileId(), newFileId()]
  expect(await storeFile(field, first, file, {})).toBe(true)
  const pieces = await (await database()).getAll('pieces')
  expect(Math.max(...pieces.map(({ sealed }) => sealed.bytes.byteLength))).toBeLessThan(mb + 100)
  const bytesOf = async (blob: Blob | undefined) => Buffer.from(await (blob ?? new Blob()).arrayBuffer())
  expect((await bytesOf((await restoreFile(field, first))?.file)).equals(await bytesOf(file))).toBe(true)
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 4 * mb, usage: mb }) } })
  expect(await storeFile(field, second, file, {})).toBe(false)
  vi.unstubAllGlobals()
  expect(await storedIds(field)).toEqual([first])
})

test('a file stored by an earlier version, without an id or under its address in a list, is restored', async () => {
  const older = `${field}:held:0b3f0b5e-6f0e-4d4c-8a51-3f6f0b5e6f0e`
  await storeFile(field, '', fileOf('own'), {})
  await storeFile(field, '/one', fileOf('one'), { place: { fileUrl: '/one', until: Date.now() + 1_000 } })
  await storeFile(field, older.slice(field.length + 1), fileOf('two'), {})
  const { own, list } = await restored()
  expect([own, list.map(([, content]) => content)]).toEqual(['own', ['one', 'two']])
  const files = new FieldFiles(field)
  await files.restore()
  record(files, 'new')
  expect((await restored()).own).toBe('new')
})

const post = {
  operation: 'poem.create',
  title: 'Sample',
  edit: { page: '/', draft: 'poem:sample' as never, values: {} },
}

test('a post takes its files out of its form, and brings them back with what is known of them', async () => {
  const files = await listed('one')
  const held = files.hold(record(files, 'two'), fileOf('two'))
  await files.list(held)
  const own = files.pick(fileOf('large picture'), false)
  const small = files.hold(own, fileOf('small'))
  const input = { media: [{ url: '/one' }, { url: held }], cover: small }
  const item = await addItem({ ...post, input })
  expect((await piecesHere()).filter(([name]) => name.startsWith('recording:'))).toEqual([])
  const contents = item.files.map(async (file) => (await sourceOf(file).slice(0, file.size)).text())
  expect(await Promise.all(contents)).toEqual(['one', 'two', 'small'])
  expect(item.files.map(({ place }) => place?.fileUrl)).toEqual(['/one', undefined, undefined])

  await takeBack(item)
  expect(await listItems()).toEqual([])
  const back = await restored(['/one', held])
  expect(back).toEqual({
    own: 'small',
    list: [
      ['/one', 'one'],
      [held, 'two'],
    ],
  })
  const again = await addItem({ ...post, input })
  await removeItem(again)
  expect(await piecesHere()).toEqual([])
})

test('nothing is posted without a file that the device has lost meanwhile', async () => {
  const file = fileOf('one')
  const held = new FieldFiles(field).hold(record(new FieldFiles(field), 'one'), file)
  await isStored(field, held)
  const { add } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...row) {
    this.transaction.objectStore('pieces').clear()
    return add.apply(this, row)
  })
  await expect(addItem({ ...post, input: { cover: held } })).rejects.toThrow('no longer on this device')
  expect(await listItems()).toEqual([])
})

test('a device that is full leaves a form alone that it can’t post later', async () => {
  const files = new FieldFiles(field)
  const held = files.hold(record(files, 'one'), fileOf('one'))
  await isStored(field, held)
  const before = await piecesHere()
  fill(10)
  await expect(addItem({ ...post, input: { cover: held } })).rejects.toThrow('this device is full')
  vi.restoreAllMocks()
  expect([await piecesHere(), await listItems()]).toEqual([before, []])
  expect(await restored()).toEqual({ own: 'one', list: [] })
})

test('a post that comes back replaces what its form has had since', async () => {
  const files = new FieldFiles(field)
  const file = fileOf('one')
  const picked = files.pick(file, false)
  const item = await addItem({ ...post, input: { cover: files.hold(picked, file) } })
  record(new FieldFiles(field), 'two')
  await takeBack(item)
  expect(await restored()).toEqual({ own: 'one', list: [] })
})

test('a post that is being sent stays in the outbox with its files', async () => {
  const files = new FieldFiles(field)
  const file = fileOf('one')
  const item = await addItem({ ...post, input: { cover: files.hold(files.pick(file, false), file) } })
  const row = await (await database()).get('items', item.order)
  await (await database()).put('items', { ...row, posting: true } as never)
  expect(await takeBack(item, { unlessPosting: true })).toBe(false)
  expect(await listItems()).toHaveLength(1)
  expect(await (await sourceOf(item.files[0] as never).slice(0, 3)).text()).toBe('one')
})

test.each(['suggestion:story', 'suggestion:story:sample'])(
  'a post that an earlier version stored, under the draft name %s, returns to the form of its account with its file',
  async (draft) => {
    const bytes = new TextEncoder().encode('one')
    const file = { address: 'held:old', field: 'fileUrl', name: 'recording.webm', type: 'audio/webm', size: 3 }
    const input = { draftId: 'sample-draft', fileUrl: file.address }
    const edit = { page: '/', draft, values: { text: 'Sample text' } }
    const item = { key: 'sample', operation: 'suggestion.create', input, title: 'Sample', edit, files: [file], at: '' }
    const db = await database()
    await db.put('pieces', { file: 'held:old', at: 0, sealed: await sealBytes(bytes, 'held:old/0') })
    const row = {
      account: 'sample',
      key: 'sample',
      files: ['held:old'],
      sending: false,
      sealed: await seal(item, 'sample'),
    }
    const order = await db.add('items', row)
    await takeBack({ order })
    const typed = local.readJson('draft:suggestion:story:sample')
    expect(typed).toMatchObject({ text: 'Sample text', $draft: { id: 'sample-draft' } })
    const stored = await new FieldFiles('suggestion:story:fileUrl').restore()
    expect(await stored?.file.text()).toBe('one')
    expect([await listItems(), (await piecesHere()).filter(([name]) => name.startsWith('held:'))]).toEqual([[], []])
  },
)

test('the bytes of a recording with pieces of different lengths are read from any place', async () => {
  const id = newFileId()
  const add = storeRecording(field, id, { name: 'recording.webm', type: 'audio/webm' })
  for (const piece of ['a', 'bcd', 'ef', 'ghijk']) add(new Blob([piece]))
  const files = new FieldFiles(field)
  const file = fileOf('abcdefghijk')
  const address = files.hold(files.pick(file, false, id), file)
  expect([isHeld(address), address]).toEqual([true, id])
  const item = await addItem({ ...post, input: { cover: address } })
  const read = async (start: number, end: number) => (await sourceOf(item.files[0] as never).slice(start, end)).text()
  expect([await read(0, 11), await read(2, 5), await read(9, 11), await read(5, 6)]).toEqual([
    'abcdefghijk',
    'cde',
    'jk',
    'f',
  ])
  await note(field, id, {})
  await forgetFiles(field)
})
