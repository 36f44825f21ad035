import { expect, test, vi } from 'vitest'
import { ApiError, Offline } from '../errors.ts'
import { openDraft } from './open.ts'

const forgotten: string[] = []
const answers: Record<string, () => unknown> = {
  opened: () => ({ kind: 'poem', title: 'Sample poem', updatedAt: '2026-01-01', fields: { values: {}, files: {} } }),
  gone: () => {
    throw new ApiError(404, 'not_found', 'Sample refusal')
  },
  saved: () => ({}),
  unreachable: () => {
    throw new Offline()
  },
}
vi.mock('../api.ts', () => ({ api: { draft: { get: async ({ id }: { id: string }) => answers[id]?.() } } }))
vi.mock('../draft.ts', () => ({
  draftOf: () => ({ read: () => ({}), write: () => {} }),
  formDraftName: (form: string) => `${form}:sample`,
  linkPrefix: 'draft-link:',
}))
vi.mock('./device.ts', () => ({ readItem: () => null, storeItem: () => {} }))
vi.mock('../outbox/recordings.ts', () => ({
  recordingsWith: async (prefix: string) =>
    prefix === 'draft:' ? ['gone:voice', 'gone:media:/one', 'saved:voice', 'unreachable:voice'] : [],
  forgetRecordings: (prefix: string) => forgotten.push(prefix),
  moveRecordings: () => {},
}))

test('opening a draft deletes recordings of drafts that are gone, and of no others', async () => {
  await openDraft('poem', 'opened')
  await vi.waitFor(() => expect(forgotten).toEqual(['draft:gone:']))
})
