import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyOperation } from '#core/operation.ts'
import { operations } from '#src/operations.ts'
import { buildArtifact, buildEvent, buildProduct } from './build.ts'
import { type Answer, cast, testSite } from './harness.ts'
import { mpesa, newCode, of, order, place } from './shop.ts'

// One answer lists every wrong field, so that people can correct all of them at once.

const site = testSite()
const { admin, member } = cast(site, { admin: { roles: ['admin', 'keeper', 'moderator', 'seller'] } })

const pathsOf = ({ status, body }: Answer) => [status, body.issues?.map((issue: { path: string }) => issue.path).sort()]

beforeAll(async () => {
  // Rate limits are not tested here.
  site.services.limits.take = async () => {}
})

const id = '00000000-0000-7000-8000-000000000000'
type Schema = { required?: string[]; properties?: Record<string, { format?: string; enum?: string[] }> }
const schemaOf = ({ input }: AnyOperation) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
const inPath = ({ path }: AnyOperation, name: string) => path.split('/').includes(`:${name}`)
const required = (row: AnyOperation) => (schemaOf(row).required ?? []).filter((name) => !inPath(row, name))
const addressOf = (row: AnyOperation) =>
  row.path.replace(/:(\w+)/g, (_, name) => {
    const { format, enum: values } = schemaOf(row).properties?.[name] ?? {}
    return values?.[0] ?? (format === 'uuid' ? id : '1')
  })
const rows = Object.entries(operations)
  .flatMap(([room, group]) =>
    Object.entries(group).map(([name, row]) => ({ name: `${room}.${name}`, row: row as AnyOperation })),
  )
  .filter(({ row }) => row.method !== 'GET' && required(row).length > 0)

test('there are operations with required fields', () => {
  expect(rows.length).toBeGreaterThan(30)
})

describe('the answer to an empty request lists every required field', () => {
  test.each(rows)('$name', async ({ row }) => {
    const answer = await admin.call(row.method, `/api${addressOf(row)}`, {})
    const fieldNames: string[] = answer.body.issues.map((issue: { path: string }) => issue.path)
    expect([answer.status, required(row).filter((name) => !fieldNames.includes(name))]).toEqual([400, []])
  })
})

describe('a schema’s later checks', () => {
  test('a sign-up without a name, with an incomplete email and a short password lists all three', async () => {
    const answer = await site.call('POST', '/api/auth/register', { email: 'sample', password: 'x' })
    expect(pathsOf(answer)).toEqual([400, ['email', 'name', 'password']])
  })
})

describe('checks after the schema', () => {
  const missingUrl = `/files/${id}`

  test('a reset with an old token and a common password lists both', async () => {
    const answer = await site.call('POST', '/api/auth/password/reset', { token: 'sample', newPassword: 'P@ssw0rd' })
    expect(pathsOf(answer)).toEqual([400, ['newPassword', 'token']])
  })

  test('a password change with a wrong current and a weak new password lists both', async () => {
    const passwords = { currentPassword: 'not this one', newPassword: 'weak' }
    expect(pathsOf(await member.call('PUT', '/api/auth/password', passwords))).toEqual([
      400,
      ['currentPassword', 'newPassword'],
    ])
  })

  test('an event that ends before it starts, with a missing cover, lists both', async () => {
    const { id } = await buildEvent(member)
    const change = { endDate: '2020-01-01T00:00:00Z', coverImage: missingUrl }
    expect(pathsOf(await member.call('PATCH', `/api/events/${id}`, change))).toEqual([400, ['coverImage', 'endDate']])
  })

  test('a consent with an unknown giver and missing evidence lists both', async () => {
    const entry = await buildArtifact(admin)
    const consent = { people: ['Sample Person'], givenBy: 'Sample Person', how: 'spoken', purposes: ['public'] }
    const more = { givenAt: '2026-01-02', giverEmail: 'nobody@site.test', evidence: missingUrl }
    expect(pathsOf(await admin.call('POST', `/api/entries/${entry.id}/consents`, { ...consent, ...more }))).toEqual([
      400,
      ['evidence', 'giverEmail'],
    ])
  })

  test('several missing pictures are all listed', async () => {
    const images = [{ url: missingUrl }, { url: `${missingUrl}x` }]
    const answer = await admin.call('POST', '/api/artifacts', { name: 'Sample artifact name', images })
    expect(pathsOf(answer)).toEqual([400, ['images.0.url', 'images.1.url']])
  })

  test('an order without an address, for more than the stock, with a used code, lists all three', async () => {
    const reference = newCode()
    await place(admin, member, { payment: { ...mpesa.payment, reference } })
    const product = await buildProduct(admin, { stock: 1 })
    const more = { address: '', payment: { ...mpesa.payment, reference } }
    const answer = await order(member, [of(product, 2)], more)
    expect(pathsOf(answer)[1]).toEqual(['address', 'items.0.quantity', 'payment.reference'])
    // Nothing was taken from the stock.
    expect((await order(member, [of(product, 1)])).status).toBe(201)
  })
})
