import { beforeAll, describe, expect, test } from 'vitest'
import type { PageKind } from '#content/entry/address.ts'
import { roleToCreate } from '#content/entry/policy.ts'
import type { Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import type { AnyOperation } from '#core/operation.ts'
import { authorize, type Permission, type Role } from '#core/permission.ts'
import { operations } from '#src/operations.ts'
import { type Answer, type Person, testSite } from './harness.ts'

// Calls every operation as every kind of account, with empty input. Accounts that may call it get at worst 400, 404 or
// 409; others are refused before the input is validated.

const site = testSite({ membership: 'approval' })
const strictRoles: Role[] = ['keeper', 'moderator', 'seller', 'admin']
const strict = testSite({ requireMfa: strictRoles })
const roleOf: Record<string, Role[]> = {
  guest: [],
  waiting: [],
  member: [],
  'other member': [],
  keeper: ['keeper'],
  moderator: ['moderator'],
  seller: ['seller'],
  admin: ['admin'],
}
const callers = Object.keys(roleOf)
const people = new Map<string, Person>()

const rows: [string, AnyOperation][] = Object.entries(operations).flatMap(([room, group]) =>
  Object.entries(group).map(([name, row]): [string, AnyOperation] => [`${room}.${name}`, row as AnyOperation]),
)
/** Operations that act even without input. */
const acting = ['account.logout', 'account.endOtherSessions']

beforeAll(async () => {
  const admin = await site.person({ roles: ['admin'] })
  for (const name of callers.filter((caller) => caller !== 'guest')) {
    const person = await site.person({ roles: roleOf[name] ?? [] })
    if (name.endsWith('member')) await admin.call('PATCH', `/api/members/${person.id}`, { admitted: true })
    people.set(name, person)
  }
})

function ask(caller: string, row: AnyOperation, prefix = '/api'): Promise<Answer> {
  const path = prefix + row.path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
  const call = people.get(caller)?.call ?? site.call
  return call(row.method, path, row.method === 'GET' ? undefined : {})
}

function expected(caller: string, permission: Permission): 'in' | 401 | 403 {
  const viewer = caller === 'guest' ? null : { roles: roleOf[caller] ?? [], admitted: caller !== 'waiting' }
  try {
    authorize(viewer, permission)
    return 'in'
  } catch (error) {
    return (error as { status: 401 | 403 }).status
  }
}

test('each permission admits exactly its roles', () => {
  const table: [Permission, string[]][] = [
    ['public', callers],
    ['account', callers.filter((caller) => caller !== 'guest')],
    ['member', ['member', 'other member', 'keeper', 'moderator', 'seller', 'admin']],
    ['keeper', ['keeper', 'admin']],
    ['moderator', ['moderator', 'admin']],
    ['seller', ['seller', 'admin']],
    ['admin', ['admin']],
  ]
  for (const [permission, may] of table)
    expect(
      callers.filter((caller) => expected(caller, permission) === 'in'),
      permission,
    ).toEqual(may)
})

test('entries of each type are created by the role that its kind.ts names', () => {
  const created = Object.values<Kind>(kinds).map(({ type, ...kind }) => {
    const { create } = operations[type as PageKind] as unknown as { create: AnyOperation }
    return [type, create.permission, roleToCreate(kind) ?? 'member']
  })
  expect(created.filter(([, permission, role]) => permission !== role)).toEqual([])
  expect(
    created.filter(([, permission]) => permission !== 'member').map(([type, permission]) => [type, permission]),
  ).toEqual([
    ['heritage', 'keeper'],
    ['artifact', 'keeper'],
    ['conservation', 'keeper'],
    ['product', 'seller'],
  ])
})

describe.each(rows)('%s', (name, row) => {
  test.each(callers)(`requested by: %s`, async (caller) => {
    const expectation = expected(caller, row.permission)
    if (expectation === 'in' && acting.includes(name)) return
    const { status, body } = await ask(caller, row)
    if (expectation === 'in') {
      expect([200, 201, 202, 400, 404, 409]).toContain(status)
    } else {
      expect(status).toBe(expectation)
      expect(body).toEqual({ error: expect.any(String), code: expect.any(String) })
    }
  })
})

test('a role that requires a second factor counts in no operation without one', async () => {
  for (const role of strictRoles) {
    const person = await strict.person({ roles: [role] })
    for (const [name, row] of rows.filter(([, { permission }]) => expected('member', permission) !== 'in')) {
      const path = `/api${row.path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`
      const { status } = await person.call(row.method, path, row.method === 'GET' ? undefined : {})
      expect([role, name, status]).toEqual([role, name, 403])
    }
  }
})

const writes = rows.filter(([, row]) => row.method !== 'GET')

test.each(writes)('%s refuses or ignores input of every wrong type, and never fails', async (_name, row) => {
  if (acting.includes(_name)) return
  const fields = Object.keys((row.input as { shape?: object; in?: { shape?: object } }).shape ?? {})
  const path = `/api${row.path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`
  for (const value of [null, 5, -1e99, true, [], [[]], {}, { a: 1 }, 'x'.repeat(100_000), '\u0000', '\u202e', '💥']) {
    const body = Object.fromEntries(fields.filter((field) => field !== 'id').map((field) => [field, value]))
    const answer = await (people.get('admin') as Person).call(row.method, path, body)
    expect(answer.status, `${JSON.stringify(value).slice(0, 40)}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  }
})

const reads = rows.filter(([, row]) => row.method === 'GET')

test.each(reads)('%s refuses or ignores a query of every wrong type, and never fails', async (_name, row) => {
  const fields = Object.keys((row.input as { shape?: object }).shape ?? {})
  const path = `/api${row.path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`
  for (const value of [
    '',
    'null',
    '{}',
    '[]',
    '-1',
    'x'.repeat(5000),
    '\u0000',
    '\u202e',
    '💥',
    "'; drop table x",
    '\\',
  ])
    for (const field of fields) {
      const query = new URLSearchParams({ [field]: value })
      const answer = await (people.get('admin') as Person).call('GET', `${path}?${query}`)
      expect(answer.status, `${query}: ${JSON.stringify(answer.body)}`).toBeLessThan(500)
    }
})
