import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import type { Viewer } from '#core/context.ts'
import { statements } from './statements.ts'

const viewer: Viewer = {
  id: '01a20aba-0000-7000-8000-000000000001',
  sessionId: '01a20aba-0000-7000-8000-000000000002',
  name: 'Sample Member',
  email: 'member@site.test',
  avatar: null,
  roles: [],
  isPremium: false,
  groups: [],
  emailVerified: true,
  admitted: true,
  authenticationAge: 1,
  hasSecondFactor: false,
  secondFactorMissing: false,
  language: 'en',
}

test('a statement is prepared once for all members of the same class, however many requests they send', () => {
  const db = {} as NodePgDatabase
  let prepared = 0
  const statementOf = statements((_db, _viewer, _size: number) => ({ number: ++prepared }))
  for (let request = 0; request < 1_000; request++)
    statementOf(
      db,
      { ...viewer, id: `member ${request}`, sessionId: `session ${request}`, authenticationAge: request },
      11,
    )
  expect(prepared).toBe(1)
  statementOf(db, { ...viewer, roles: ['keeper'] }, 11)
  statementOf(db, null, 11)
  statementOf(db, viewer, 31)
  expect(prepared).toBe(4)
})
