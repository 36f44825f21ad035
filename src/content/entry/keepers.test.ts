import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { buildArtifact, buildConservation, buildHeritage } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'

// Only keepers and admins create artifacts, conservation records and heritage entries. All three follow the same rules.

const site = testSite()
const { keeper, other } = cast(site, { other: { roles: ['keeper'] } })

type Kind = { list: string; build: typeof buildArtifact; name: string; body: object; operations: string[] }
const kinds: Record<string, Kind> = {
  artifact: {
    list: 'artifacts',
    build: buildArtifact,
    name: 'name',
    body: { name: 'Sample' },
    operations: ['createArtifact', 'getArtifacts', 'getArtifactById'],
  },
  conservation: {
    list: 'conservation',
    build: buildConservation,
    name: 'title',
    body: { title: 'Sample', condition: 'good' },
    operations: ['createConservation', 'getConservation', 'getConservationById'],
  },
  heritage: {
    list: 'heritage',
    build: buildHeritage,
    name: 'title',
    body: { title: 'Sample', section: 'story' },
    operations: ['createHeritage', 'getHeritage', 'getHeritageById'],
  },
}

async function idsFor(caller: Person['call'], path: string, query = ''): Promise<string[]> {
  const { body } = await caller('GET', `/api/${path}?limit=100${query}`)
  return body.items.map((item: { id: string }) => item.id)
}

describe.each(Object.entries(kinds))('%s', (type, { list, build, name, body, operations }) => {
  test('is for everyone unless its keeper says otherwise', async () => {
    expect((await keeper.call('POST', `/api/${list}`, body)).body).toMatchObject({ type, visibility: 'public' })
  })

  test('is found by its current words; lists are paged, newest first', async () => {
    const first = await build(keeper, { [name]: 'Zebrafinch' })
    const second = await build(keeper, { [name]: 'Another zebrafinch' })
    expect(await idsFor(site.call, list, '&q=ZEBRAF')).toEqual([second.id, first.id])
    await keeper.call('PATCH', `/api/${list}/${second.id}`, { [name]: 'Wombat' })
    expect(await idsFor(site.call, list, '&q=zebra')).toEqual([first.id])
    const one = await site.call('GET', `/api/${list}?limit=1`)
    await build(keeper)
    const rest = await site.call('GET', `/api/${list}?limit=100&${after(one.body.lastKey)}`)
    const seen = [...one.body.items, ...rest.body.items].map(({ id }: { id: string }) => id)
    expect(seen).toEqual((await idsFor(site.call, list)).slice(1))
  })

  test('answers at its older addresses', async () => {
    const [create, getAll, getOne] = operations
    const { status, body: created } = await keeper.call('POST', `/content?operation=${create}`, body)
    expect(status).toBe(201)
    const { may, ...rest } = created
    expect(may).toContain('edit')
    expect((await site.call('GET', `/content?operation=${getOne}&id=${created.id}`)).body).toEqual(rest)
    const { body: all } = await site.call('GET', `/content?operation=${getAll}&limit=1`)
    expect([all.data[0].id, all.lastEvaluatedKey]).toEqual([created.id, all.lastKey])
  })

  test('can be edited by every keeper if it has no author', async () => {
    const { id } = await build(keeper)
    await site.db.update(entries).set({ authorId: null }).where(eq(entries.id, id))
    expect((await site.call('GET', `/api/${list}/${id}`)).body.author).toBeNull()
    expect((await other.call('PATCH', `/api/${list}/${id}`, { [name]: 'Kept' })).body.title).toBe('Kept')
  })
})
