import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts, auditLog } from '#core/tables.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { types } from '#test/types.ts'
import { refusals } from '../refusals.ts'

// All types have the same rules for a posted entry: who changes, deletes, hides and narrows it.

const site = testSite()
const { author, member, keeper, archivist, seller, rival, moderator, admin } = cast(site, {
  archivist: { roles: ['keeper'] },
  rival: { roles: ['seller'] },
})
const people = { author, member, keeper, archivist, seller, rival, moderator, admin }

const ofKeepers = ['artifact', 'conservation', 'heritage']
/** Keepers edit each other's entries of these types, and those of members. */
const editedByKeepers = ['poem', 'proverb', 'vocabulary', ...ofKeepers]

async function actsOn(id: string) {
  return site.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
}

describe.each(Object.entries(types))('%s', (type, { path: list, title: field, role, build: buildAny }) => {
  const owner = role ? { keeper: archivist, seller }[role] : author
  const build = () => buildAny(owner, { visibility: 'public' })

  const isListed = async (id: string, by: Pick<Person, 'call'> = site) =>
    JSON.stringify((await by.call('GET', `/api/${list}?limit=100`)).body.items).includes(id)

  /** Returns everyone but the author and admins, and unless the type is one of `ofTheirs`, keepers. */
  const othersThan = (ofTheirs: string[]) =>
    Object.entries(people).filter(
      ([name, person]) =>
        ![owner, admin].includes(person) && !(['keeper', 'archivist'].includes(name) && ofTheirs.includes(type)),
    )

  test('is changed by those whom its type allows; others can’t send even an empty change', async () => {
    const { id } = await build()
    const path = `/api/${list}/${id}`
    const others = othersThan(editedByKeepers)
    for (const change of [{ [field]: 'Sample theft' }, { visibility: 'members' }, { state: 'draft' }, {}]) {
      // Keepers may narrow the visibility of any entry.
      for (const [name, person] of others)
        if (!('visibility' in change && ['keeper', 'archivist'].includes(name)))
          expect([name, (await person.call('PATCH', path, change)).status]).toEqual([name, 403])
      expect((await site.call('PATCH', path, change)).status).toBe(401)
    }
    const allowed = Object.entries(people).filter(([name]) => !others.some(([other]) => other === name))
    for (const [name, person] of allowed) {
      const { status, body } = await person.call('PATCH', path, { [field]: `Sample of ${name}` })
      expect([name, status, body[field]]).toEqual([name, 200, `Sample of ${name}`])
    }
    const changes = (await actsOn(id)).filter(({ action }) => action === `${type}:update`)
    expect(new Set(changes.map(({ actorId }) => actorId))).toEqual(new Set(allowed.map(([, person]) => person.id)))
  })

  test('is deleted by those whom its type allows, and is then gone', async () => {
    const { id } = await build()
    const path = `/api/${list}/${id}`
    for (const [name, person] of othersThan(ofKeepers))
      expect([name, (await person.call('DELETE', path)).status]).toEqual([name, 403])
    expect((await site.call('DELETE', path)).status).toBe(401)
    expect(await isListed(id)).toBe(true)
    const deleter = ofKeepers.includes(type) ? keeper : owner
    expect((await deleter.call('DELETE', path)).body).toEqual({ id })
    expect((await owner.call('GET', path)).status).toBe(404)
    expect(await isListed(id, owner)).toBe(false)
    const acts = (await actsOn(id)).map(({ action, actorId }) => [action, actorId])
    expect(acts).toEqual([
      [`${type}:create`, owner.id],
      [`${type}:remove`, deleter.id],
    ])
  })

  test('a moderator can hide it with a reason that its author reads, and restore it', async () => {
    const { id } = await build()
    const path = `/api/${list}/${id}`
    const hide = { state: 'hidden', reason: 'Sample reason' }
    for (const person of [owner, member, keeper, rival])
      expect((await person.call('PATCH', path, hide)).status).toBe(403)
    expect((await moderator.call('PATCH', path, { state: 'hidden' })).body.issues[0].path).toBe('reason')
    for (const more of [{ visibility: 'members' }, { [field]: 'Sample' }])
      expect((await moderator.call('PATCH', path, { ...hide, ...more })).status).toBe(403)
    const hidden = await moderator.call('PATCH', path, hide)
    expect([hidden.status, hidden.body.state, hidden.body.hiddenReason]).toEqual([200, 'hidden', 'Sample reason'])
    for (const person of [member, keeper, rival, site]) expect((await person.call('GET', path)).status).toBe(404)
    expect((await moderator.call('GET', path)).status).toBe(200)
    expect((await owner.call('GET', path)).body).toMatchObject({ state: 'hidden', hiddenReason: 'Sample reason' })
    for (const person of [member, owner]) expect(await isListed(id, person)).toBe(false)
    const published = await owner.call('PATCH', path, { state: 'published' })
    expect([published.status, published.body.code]).toEqual([409, 'hidden'])
    const restored = await moderator.call('PATCH', path, { state: 'published' })
    expect([restored.status, restored.body.state, 'hiddenReason' in restored.body]).toEqual([200, 'published', false])
    expect((await site.call('GET', path)).status).toBe(200)
    expect(await isListed(id)).toBe(true)
    const acts = await actsOn(id)
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual(
      expect.arrayContaining([
        [`${type}:hide`, moderator.id],
        [`${type}:restore`, moderator.id],
      ]),
    )
    expect(acts.find(({ action }) => action === `${type}:hide`)?.detail).toEqual({ reason: 'Sample reason' })
  })

  test('a keeper can narrow its visibility, which only keepers can undo', async () => {
    const { id } = await build()
    const path = `/api/${list}/${id}`
    expect((await member.call('PATCH', path, { visibility: 'members' })).status).toBe(403)
    if (owner !== archivist) expect((await owner.call('PATCH', path, { visibility: 'keepers' })).status).toBe(403)
    expect((await keeper.call('PATCH', path, { visibility: 'keepers' })).body.visibility).toBe('keepers')
    expect((await member.call('GET', path)).status).toBe(404)
    if (owner !== archivist) expect((await owner.call('PATCH', path, { visibility: 'public' })).status).toBe(403)
    const widened = await keeper.call('PATCH', path, { visibility: 'public' })
    expect(widened.status).toBe(editedByKeepers.includes(type) ? 200 : 403)
  })

  test('a stale change is refused by If-Match and saves nothing', async () => {
    const { id, updatedAt } = await build()
    const path = `/api/${list}/${id}`
    const first = await owner.call('PATCH', path, { [field]: 'sample first' }, { 'if-match': `"${updatedAt}"` })
    expect([first.status, first.body[field]]).toEqual([200, 'sample first'])
    for (const ifMatch of [`"${updatedAt}"`, `W/"${updatedAt}"`, updatedAt])
      for (const [person, change] of [
        [owner, { [field]: 'sample second' }],
        [keeper, { visibility: 'keepers' }],
      ] as const) {
        const late = await person.call('PATCH', path, change, { 'if-match': ifMatch })
        expect([late.status, late.body.code, late.body.error]).toEqual([409, 'changed', refusals.changed])
      }
    expect((await owner.call('GET', path)).body).toMatchObject({ [field]: 'sample first', visibility: 'public' })
    const fresh = { 'if-match': `"${first.body.updatedAt}"` }
    expect((await owner.call('PATCH', path, { [field]: 'sample second' }, fresh)).status).toBe(200)
    for (const header of [{ 'if-match': '*' }, undefined])
      expect((await owner.call('PATCH', path, { [field]: 'sample third' }, header)).status).toBe(200)
  })

  test('If-Match is in the API description', async () => {
    const { body } = await site.call('GET', '/api/openapi.json')
    const { parameters, responses } = body.paths[`/api/${list}/{id}`].patch
    const [header] = parameters.filter(({ in: where }: { in: string }) => where === 'header')
    expect([header.name, header.required]).toEqual(['If-Match', false])
    expect(header.description).toContain('updatedAt')
    expect(responses[409].description).toContain('If-Match')
    expect(responses[409].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' })
  })
})

test.each([...ofKeepers, 'product'])(
  '%s: who has lost the role changes and deletes not even their own',
  async (type) => {
    const { path: list, title: field, build, role } = types[type] as (typeof types)[string]
    const former = await site.person({ roles: role ? [role] : [] })
    const path = `/api/${list}/${(await build(former)).id}`
    await site.db.update(accounts).set({ roles: [] }).where(eq(accounts.id, former.id))
    for (const change of [{ [field]: 'x' }, { visibility: 'members' }, { state: 'draft' }, {}])
      expect((await former.call('PATCH', path, change)).status).toBe(403)
    expect((await former.call('DELETE', path)).status).toBe(403)
  },
)
