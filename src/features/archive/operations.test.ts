import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inverses, relations } from '#content/entry/link/schema.ts'
import { entryLinks } from '#content/entry/link/table.ts'
import { auditLog } from '#core/tables.ts'
import { buildArticle, buildArtifact, buildHeritage, buildPoem, buildProverb, buildWord } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'

const site = testSite()
const { author, other, keeper, moderator, admin } = cast(site)

const missingId = '00000000-0000-7000-8000-000000000000'

function link(person: Person, id: string, to: string, relation = 'references') {
  return person.call('POST', `/api/entries/${id}/links`, { to, relation })
}

/** Returns the links of an entry as `relation id`, newest first. */
async function linksOf(id: string, caller: Person['call'] = site.call) {
  const { body } = await caller('GET', `/api/entries/${id}/links?limit=100`)
  return body.items.map((item: any) => `${item.relation} ${item.entry.id}`)
}

describe('a link', () => {
  test('appears on both entries, on each with its own name for the relation', async () => {
    const [a, b] = [await buildProverb(keeper, { translation: 'sample translation' }), await buildWord(keeper)]
    const { status, body } = await link(keeper, a.id, b.id)
    expect([status, body]).toMatchObject([
      201,
      { relation: 'references', entry: { id: b.id, type: 'vocabulary', kind: 'vocabulary', gloss: b.english } },
    ])
    const { body: back } = await site.call('GET', `/api/entries/${b.id}/links`)
    expect(back.items).toMatchObject([
      { id: body.id, relation: 'isReferencedBy', entry: { id: a.id, gloss: 'sample translation' } },
    ])
    const acts = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, a.id))
    expect(acts.find(({ action }) => action === 'entry:link')?.detail).toEqual({ relation: 'references', to: b.id })
  })

  test.each(relations)('has the inverse of %s at the other end, and can’t be added twice', async (name) => {
    const [a, b] = [await buildArtifact(keeper), await buildHeritage(keeper)]
    const back = Object.entries(inverses).flatMap(([one, two]) => (one === name ? [two] : two === name ? [one] : []))[0]
    expect((await link(keeper, a.id, b.id, name)).body.relation).toBe(name)
    expect([await linksOf(a.id), await linksOf(b.id)]).toEqual([[`${name} ${b.id}`], [`${back} ${a.id}`]])
    for (const [from, to, relation] of [
      [a.id, b.id, name],
      [b.id, a.id, back],
    ] as const)
      expect((await link(keeper, from, to, relation)).body.code).toBe('linked')
  })

  test('can be added by admins, by keepers in the archive, and by authors to their own entries, but by nobody else', async () => {
    const artifact = await buildArtifact(keeper)
    const article = await buildArticle(author)
    const poem = await buildPoem(author)
    const may = {
      keeper: [keeper, [201, 403, 201]],
      author: [author, [403, 201, 201]],
      admin: [admin, [201, 201, 201]],
      other: [other, [403, 403, 403]],
      moderator: [moderator, [403, 403, 403]],
    } as const
    for (const [who, [person, expected]] of Object.entries(may)) {
      const statuses = []
      for (const { id } of [artifact, article, poem])
        statuses.push((await link(person, id, (await buildWord(keeper)).id)).status)
      expect(statuses, who).toEqual(expected)
    }
    expect((await site.call('POST', `/api/entries/${article.id}/links`, {})).status).toBe(401)
  })

  test('can be removed from either end by people who may edit that end', async () => {
    const [mine, theirs] = [await buildArticle(author), await buildWord(keeper)]
    const created = (await link(author, mine.id, theirs.id)).body
    expect((await author.call('DELETE', `/api/entries/${theirs.id}/links/${created.id}`)).status).toBe(403)
    expect((await other.call('DELETE', `/api/entries/${mine.id}/links/${created.id}`)).status).toBe(403)
    expect((await keeper.call('DELETE', `/api/entries/${theirs.id}/links/${created.id}`)).body).toEqual({
      id: created.id,
    })
    expect([await linksOf(mine.id), await linksOf(theirs.id)]).toEqual([[], []])
    for (const id of [created.id, missingId, 'nonsense'])
      expect((await author.call('DELETE', `/api/entries/${mine.id}/links/${id}`)).status).toBe(404)
    const again = (await link(author, mine.id, theirs.id)).body
    const [elsewhere] = [await buildArticle(author)]
    expect((await author.call('DELETE', `/api/entries/${elsewhere.id}/links/${again.id}`)).status).toBe(404)
  })

  test('to itself, with an unknown relation or to an invalid id is refused with 400; to a missing or invisible entry, with 404', async () => {
    const { id } = await buildArticle(author)
    expect((await link(author, id, id)).body.issues[0].path).toBe('to')
    expect((await link(author, id, missingId, 'likes')).body.issues[0].path).toBe('relation')
    expect((await link(author, id, 'nonsense')).body.issues[0].path).toBe('to')
    const unseen = [
      missingId,
      (await buildArticle(other, { state: 'draft' })).id,
      (await buildArticle(author, { state: 'draft' })).id,
      (await buildWord(keeper, { visibility: 'keepers' })).id,
      (await keeper.call('POST', '/api/suggestions', { section: 'stories', text: 'x' })).body.id,
    ]
    const answers = []
    for (const to of unseen) answers.push(await link(author, id, to))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    for (const from of [missingId, 'nonsense', unseen[1] ?? '']) {
      expect((await link(author, from, id)).status).toBe(404)
      expect((await author.call('GET', `/api/entries/${from}/links`)).status).toBe(404)
    }
  })

  test('is hidden from viewers who can’t see the other end', async () => {
    const start = await buildProverb(keeper)
    const ends: Record<string, string> = {}
    for (const visibility of ['public', 'members', 'keepers'])
      ends[visibility] = (await buildWord(keeper, { visibility })).id
    ends.draft = (await buildProverb(keeper)).id
    ends.hidden = (await buildProverb(keeper)).id
    for (const id of Object.values(ends)) expect((await link(keeper, start.id, id)).status).toBe(201)
    await keeper.call('PATCH', `/api/proverbs/${ends.draft}`, { state: 'draft' })
    await moderator.call('PATCH', `/api/proverbs/${ends.hidden}`, { state: 'hidden', reason: 'x' })
    const seen = async (caller: Person['call']) => {
      const linked: string[] = await linksOf(start.id, caller)
      return Object.keys(ends).filter((name) => linked.includes(`references ${ends[name]}`))
    }
    expect(await seen(site.call)).toEqual(['public'])
    expect(await seen(other.call)).toEqual(['public', 'members'])
    expect(await seen(moderator.call)).toEqual(['public', 'members'])
    expect(await seen(keeper.call)).toEqual(['public', 'members', 'keepers'])
    const [unseen] = await site.db
      .select()
      .from(entryLinks)
      .where(eq(entryLinks.toId, ends.keepers ?? ''))
    const mine = await buildProverb(author)
    expect((await author.call('DELETE', `/api/entries/${mine.id}/links/${unseen?.id}`)).status).toBe(404)
    const { body } = await other.call('GET', `/api/entries/${start.id}/links?limit=2`)
    expect([body.items.length, body.lastKey]).toEqual([2, null])
  })

  test('is deleted with one of its entries', async () => {
    const [a, b] = [await buildProverb(author), await buildWord(keeper)]
    await link(author, a.id, b.id)
    await author.call('DELETE', `/api/proverbs/${a.id}`)
    expect(await linksOf(b.id)).toEqual([])
  })

  test('is paged by key among thousands, without gaps or duplicates', async () => {
    const start = await buildWord(keeper)
    const [{ id: end }] = [await buildWord(keeper)]
    await site.db.execute(`insert into entries (id, type, title, visibility, search, published_at)
      select gen_random_uuid(), 'proverb', 'Many ' || n, 'public', '', now() from generate_series(1, 3000) n`)
    await site.db.execute(`insert into entry_links (id, from_id, to_id, relation)
      select gen_random_uuid(), id, '${start.id}', 'references' from entries where title like 'Many %'`)
    // On a running site, autovacuum does this.
    await site.db.execute('analyze entries, entry_links')
    await link(keeper, start.id, end)
    const seen = (await everyPage(site, `/api/entries/${start.id}/links?limit=100`)).map(({ id }) => id)
    expect([seen.length, new Set(seen).size]).toEqual([3001, 3001])
  })

  test('exists once even if it is added twice at the same time', async () => {
    const [a, b] = [await buildProverb(keeper), await buildWord(keeper)]
    const answers = await Promise.all([link(keeper, a.id, b.id), link(admin, b.id, a.id, 'isReferencedBy')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('the newest entries', () => {
  test('are of every type, newest first, with a description; members’ entries only for members', async () => {
    const created = [
      await buildArticle(author),
      await buildWord(keeper, { form: 'samplephonetic', ipa: 'samplephonetic', english: 'sample gloss' }),
      await buildHeritage(keeper, { section: 'ritual' }),
      await buildProverb(keeper, { translation: 'sample translation' }),
    ]
    const members = await buildArticle(author, { visibility: 'members' })
    await keeper.call('POST', '/api/suggestions', { section: 'stories', text: 'x' })
    const { body } = await site.call('GET', '/api/newest?limit=4')
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(created.map(({ id }) => id).toReversed())
    expect(body.items.map(({ kind, gloss, phonetic }: any) => [kind, gloss, phonetic])).toEqual([
      ['proverb', 'sample translation', false],
      ['ritual', null, false],
      ['vocabulary', 'sample gloss', true],
      ['article', null, false],
    ])
    expect((await other.call('GET', '/api/newest?limit=1')).body.items[0].id).toBe(members.id)
  })
})
