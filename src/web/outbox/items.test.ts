import { expect, test, vi } from 'vitest'
import type { DraftName } from '../drafts/draft.ts'
import { returnDraft } from './items.ts'

const stored = new Map<string, string | null>()
vi.mock('#src/offline/drafts.ts', () => ({
  storeItem: (name: string, value: string | null) => stored.set(name, value),
}))
vi.mock('../session/session.ts', () => ({ readUser: () => ({ id: 'sample-account' }) }))

const item = { operation: 'suggestion.create', input: { draftId: 'sample-draft' }, title: 'Sample title' }

test.each(['suggestion:sample', 'suggestion:sample:sample-account'])(
  'a post stored under the draft name %s returns to the form of its account',
  (draft) => {
    stored.clear()
    returnDraft(item, { page: '/contribute/story', draft: draft as DraftName, values: { text: 'Sample text' } })
    expect([...stored.keys()]).toEqual([
      'draft:suggestion:sample:sample-account',
      'draft-link:suggestion:sample:sample-account',
    ])
  },
)
