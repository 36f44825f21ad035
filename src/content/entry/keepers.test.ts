import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { accounts, auditLog } from '#core/tables.ts'
import { buildArtifact, buildConservation, buildHeritage } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'

// Only keepers and admins create artifacts, conservation records and heritage entries. All three follow the same rules.

const site = testSite()
const { keeper, other, member, moderator, admin } = cast(site, { other: { roles: ['keeper'] } })

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
  test('keepers and admins create it; members and moderators get 403, guests 401', async () => {
    for (const person of [keeper, admin])
      expect((await person.call('POST', `/api/${list}`, body)).body).toMatchObject({ type, visibility: 'public' })
    for (const person of [member, moderator]) expect((await person.call('POST', `/api/${list}`, body)).status).toBe(403)
    expect((await site.call('POST', `/api/${list}`, body)).status).toBe(401)
  })

  test('every keeper can edit and delete it, not only its creator; members can’t', async () => {
    const { id } = await build(keeper)
    const path = `/api/${list}/${id}`
    expect((await other.call('PATCH', path, { [name]: 'Changed by another' })).body.title).toBe('Changed by another')
    for (const change of [{ [name]: 'x' }, { visibility: 'members' }, { state: 'draft' }, {}])
      for (const person of [member, moderator]) expect((await person.call('PATCH', path, change)).status).toBe(403)
    expect((await site.call('PATCH', path, { [name]: 'x' })).status).toBe(401)
    for (const person of [member, moderator]) expect((await person.call('DELETE', path)).status).toBe(403)
    expect((await other.call('DELETE', path)).body).toEqual({ id })
    expect((await keeper.call('GET', path)).status).toBe(404)
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(acts.map(({ action }) => action)).toEqual([`${type}:create`, `${type}:update`, `${type}:remove`])
  })

  test('former keepers can’t edit or delete even their own entries', async () => {
    const former = await site.person({ roles: ['keeper'] })
    const { id } = await build(former)
    await site.db.update(accounts).set({ roles: [] }).where(eq(accounts.id, former.id))
    for (const change of [{ [name]: 'x' }, { visibility: 'members' }, { state: 'draft' }, {}])
      expect((await former.call('PATCH', `/api/${list}/${id}`, change)).status).toBe(403)
    expect((await former.call('DELETE', `/api/${list}/${id}`)).status).toBe(403)
  })

  test('everyone gets what is meant for them, by id and in lists, and 404 for the rest', async () => {
    const createdIds: Record<string, string> = {}
    for (const visibility of ['public', 'members', 'keepers'])
      createdIds[visibility] = (await build(keeper, { visibility })).id
    createdIds.draft = (await build(keeper, { state: 'draft' })).id
    createdIds.hidden = (await build(keeper)).id
    await moderator.call('PATCH', `/api/${list}/${createdIds.hidden}`, { state: 'hidden', reason: 'Sample reason' })
    const may = {
      guest: [site.call, ['public'], ['public']],
      member: [member.call, ['public', 'members'], ['public', 'members']],
      moderator: [moderator.call, ['public', 'members'], ['public', 'members', 'hidden']],
      'another keeper': [other.call, ['public', 'members', 'keepers'], ['public', 'members', 'keepers']],
      'its author': [
        keeper.call,
        ['public', 'members', 'keepers'],
        ['public', 'members', 'keepers', 'draft', 'hidden'],
      ],
    } as const
    for (const [who, [call, inList, byId]] of Object.entries(may)) {
      const ids = await idsFor(call, list)
      const answers = await Promise.all(
        Object.entries(createdIds).map(async ([standing, id]) => [
          standing,
          (await call('GET', `/api/${list}/${id}`)).status,
        ]),
      )
      expect(
        Object.keys(createdIds).filter((standing) => ids.includes(createdIds[standing] ?? '')),
        who,
      ).toEqual(inList)
      expect(answers, who).toEqual(
        Object.keys(createdIds).map((standing) => [
          standing,
          (byId as readonly string[]).includes(standing) ? 200 : 404,
        ]),
      )
    }
  })

  test('a moderator can hide it with a reason and restore it; a keeper can’t', async () => {
    const { id } = await build(keeper)
    const path = `/api/${list}/${id}`
    const hide = { state: 'hidden', reason: 'Sample reason' }
    for (const person of [keeper, other, member]) expect((await person.call('PATCH', path, hide)).status).toBe(403)
    expect((await moderator.call('PATCH', path, { ...hide, [name]: 'x' })).status).toBe(403)
    expect((await moderator.call('PATCH', path, hide)).body).toMatchObject({ state: 'hidden' })
    expect((await keeper.call('PATCH', path, { state: 'published' })).status).toBe(409)
    expect((await moderator.call('PATCH', path, { state: 'published' })).body.state).toBe('published')
    expect((await site.call('GET', path)).status).toBe(200)
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
