import { expect, test, vi } from 'vitest'
import { Offline } from '../errors.ts'
import { openDraft } from './open.ts'

const forgotten: string[] = []
const answers: Record<string, () => unknown> = {
  opened: () => ({ kind: 'poem', title: 'Sample poem', updatedAt: '2026-01-01', fields: { values: {}, files: {} } }),
}
const saved = vi.fn(async () => ({ items: [{ id: 'saved' }], lastKey: null as object | null }))
vi.mock('../api.ts', () => ({
  newUuid: () => 'new',
  api: { draft: { get: async ({ id }: { id: string }) => answers[id]?.(), list: () => saved() } },
}))
vi.mock('./draft.ts', () => ({
  draftOf: () => ({ read: () => ({}), link: () => null, write: () => {} }),
  formDraftName: (form: string) => `${form}:sample`,
}))
vi.mock('#src/offline/drafts.ts', () => ({ readItem: () => null, storeItem: () => {} }))
vi.mock('../outbox/form-files.ts', () => ({
  storedWith: async (prefix: string) => (prefix === 'draft:' ? ['gone:voice', 'gone:media:/one', 'saved:voice'] : []),
  forgetFiles: (prefix: string) => forgotten.push(prefix),
  moveForm: () => {},
}))

test('opening a draft deletes the files of drafts that are gone, and of no others', async () => {
  await openDraft('poem', 'opened')
  await vi.waitFor(() => expect(forgotten).toEqual(['draft:gone:']))
  expect(saved).toHaveBeenCalledOnce()
})

test('opening a draft deletes no files if the account’s drafts can’t be read', async () => {
  forgotten.length = 0
  saved.mockRejectedValueOnce(new Offline())
  await openDraft('poem', 'opened')
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
  await expect(saved.mock.results[0]?.value).rejects.toThrow(Offline)
  expect(forgotten).toEqual([])
})
