import { beforeAll, describe, expect, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { place } from '#test/shop.ts'

const site = testSite()
const names = ["Sample Nga'no", 'Sample Nga’tabo', 'Tésto Sample', 'Sample Test-Parts', 'Jo Sample Ŋanga']
const [straight, curly, marked, parts, two] = names
const { keeper } = cast(site, { keeper: { name: 'Another Person', roles: ['keeper', 'admin', 'seller'] } })
let people: Person[]

beforeAll(async () => {
  people = await Promise.all(names.map((name) => site.person({ name })))
  for (const one of people) await buildArticle(one)
})

async function found(path: string, q: string): Promise<string[]> {
  const { status, body } = await keeper.call('GET', path + encodeURIComponent(q))
  expect(status).toBe(200)
  return body.items.map(({ name, buyer }: { name?: string; buyer?: { name: string } }) => name ?? buyer?.name).sort()
}

test('a name that was typed with two spaces has one', async () => {
  const typed = { name: 'Sample  Spaced Name', email: 'spaced@site.test', password: 'sample password' }
  const { body } = await site.call('POST', '/api/auth/register', typed)
  expect(body.user.name).toBe('Sample Spaced Name')
})

describe('people are found like words', () => {
  test.each([
    ['Nga’no', [straight]],
    ['Ngaʼno', [straight]],
    ['NGANO', [straight]],
    ["nga'tab", [curly]],
    ['ngat', [curly]],
    ['testo', [marked]],
    ['TE\u0301STO', [marked]],
    ['tésto sam', [marked]],
    ['test-p', [parts]],
    ['sample parts', [parts]],
    ['testparts', [parts]],
    ['nganga jo', [two]],
    ['nanga', [two]],
    ['yo', [two]],
    ['sample  test', [parts, marked]],
    ['no', []],
    ['esto', []],
    ['sample.*', names],
  ])('by “%s”', async (q, expected) => {
    expect(await found('/api/people?limit=50&q=', q)).toEqual(expected.toSorted())
  })

  test('wherever they are searched', async () => {
    const { id } = await buildArticle(keeper)
    await keeper.call('POST', '/api/groups', { name: 'Sample nga’wi' })
    await place(keeper, people[0] as Person)
    const { body: group } = await keeper.call('POST', '/api/groups', { name: "Sample nga'zo" })
    for (const path of [
      `/api/entries/${id}/mentionable?q=`,
      '/api/members?q=',
      `/api/groups/${group.id}/candidates?q=`,
      '/api/orders?as=seller&q=',
    ])
      for (const q of ['Nga‘no', 'NGANO']) expect(await found(path, q)).toEqual([straight])
    expect(await found('/api/groups?q=', 'ngazo')).toEqual(["Sample nga'zo"])
    const again = await keeper.call('POST', '/api/groups', { name: 'sample  Nga’zo' })
    expect(again.body.code).toBe('name_taken')
  })
})
