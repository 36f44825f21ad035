import { expect, test } from 'vitest'
import { sentenceOf } from './audit-sentence.ts'
import type { AuditLine } from './schema.ts'

const id = '01a208fa-0000-7000-8000-000000000001'
const admin = { id: '01a208fa-0000-7000-8000-000000000002', name: 'Sample Admin' }
const member = { id, name: 'Sample Member' }

function sentence(line: Partial<AuditLine>): string {
  const at = '2026-01-01T00:00:00.000Z'
  const { actor, act } = sentenceOf({
    ...{ id, at, action: '', actor: null, subjectId: id, subject: null, entry: null, detail: null },
    ...line,
  })
  return `${actor} ${act}`
}

test.each<[string, Partial<AuditLine>]>([
  ['Sample Member joined', { action: 'account:register', actor: member, subject: member }],
  ['Sample Member confirmed their email', { action: 'account:verify-email', subject: member }],
  ['Sample Member undid a new email, passkey or authenticator app', { action: 'account:undo-factor', subject: member }],
  ['Someone failed to log in as Sample Member', { action: 'account:log-in-failed', subject: member }],
  ['A former member deleted their account', { action: 'account:remove' }],
  ['Sample Admin approved Sample Member’s account', { action: 'member:admit', actor: admin, subject: member }],
  ['Sample Admin enabled a former member’s account', { action: 'member:enable', actor: admin }],
  [
    'Sample Member edited an artifact',
    { action: 'artifact:update', actor: member, detail: { fields: ['labels', 'mapUrl'] } },
  ],
  ['Sample Member added an entry', { action: 'toy:create', actor: member }],
  ['Sample Member downloaded the registrations for an event', { action: 'event:export', actor: member }],
  ['Sample Member downloaded the orders they received', { action: 'orders:export', actor: member, subject: member }],
  ['A reader reported an entry or a comment on it', { action: 'report:create' }],
  ['The site imported words', { action: 'vocabulary:import', subjectId: null }],
  ['Sample Member toy:odd', { action: 'toy:odd', actor: member }],
])('the activity log reads: %s', (expected, line) => {
  expect(sentence(line)).toBe(expected)
})

test('shows details with a label, and no ids', () => {
  const detail = { before: ['keeper'], after: [], isPremium: true, to: id, consentId: id, reason: null }
  const line = { id, at: '', action: 'member:roles', actor: admin, subjectId: id, subject: member, entry: null, detail }
  expect(sentenceOf(line).details).toEqual(['Before: keeper', 'After: none', 'Premium: Yes'])
})
