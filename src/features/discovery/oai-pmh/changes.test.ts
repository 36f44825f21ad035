import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eq, inArray, sql } from 'drizzle-orm'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { beforeEach, describe, expect, test } from 'vitest'
import { changedEntries, entries, recordStamps } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { insertEntries } from '#content/entry/write/bulk.ts'
import { kinds, suggestion } from '#content/kinds.ts'
import { proverbs } from '#content/proverb/table.ts'
import { nothingSet } from '#features/site/schema.ts'
import { buildArticle, buildConsent, buildImport, buildPoem } from '#test/build.ts'
import { cast, castForEach, type Person, testSite } from '#test/harness.ts'
import { phonePhoto, sound, uploadFile } from '#test/samples.ts'
import { selectRecords } from '../queries.ts'

// A harvester must end with exactly what is public, whatever happens while it polls. All texts are artificial.

const site = testSite()
const { member, keeper, moderator, admin } = cast(site)

const namespaces = { oai: 'http://www.openarchives.org/OAI/2.0/', dc: 'http://purl.org/dc/elements/1.1/' }

type Copy = { deleted: boolean; title: string | undefined; creators: string[] }

/** Keeps copies of records like a harvester that asks each time for the changes since the last answer. */
class Harvester {
  readonly copies = new Map<string, Copy>()
  #from: string | undefined

  async poll(): Promise<void> {
    const span = this.#from ? `&from=${this.#from}` : ''
    let next: string | undefined
    for (let query = `metadataPrefix=oai_dc${span}`; query; ) {
      const { body } = await site.call('GET', `/oai?verb=ListRecords&${query}`)
      using document = XmlDocument.fromString(body)
      const textsAt = (path: string, within: XmlDocument | XmlElement = document) =>
        within.find(path, namespaces).map(({ content }) => content)
      for (const record of document.find('//oai:record', namespaces) as XmlElement[])
        this.copies.set(textsAt('oai:header/oai:identifier', record)[0]?.slice(-36) ?? '', {
          deleted: textsAt('oai:header/@status', record).length > 0,
          title: textsAt('oai:metadata//dc:title', record)[0],
          creators: textsAt('oai:metadata//dc:creator', record),
        })
      next ??= textsAt('//oai:responseDate')[0]
      const [token] = textsAt('//oai:resumptionToken')
      query = token ? `resumptionToken=${token}` : ''
    }
    this.#from = next
  }

  /** Returns the titles of the copies that it wasn't told to delete, by id. */
  titles() {
    const live = [...this.copies].filter(([, { deleted }]) => !deleted)
    return Object.fromEntries(live.map(([id, { title }]) => [id, title]))
  }
}

async function publicTitles() {
  const rows = await site.db.select({ id: entries.id, title: entries.title }).from(entries).where(listed(null))
  return Object.fromEntries(rows.map(({ id, title }) => [id, title]))
}

/**
 * Begins an import of proverbs as if its transaction had been open for an hour. Returns a function that commits it, and
 * one that waits until it has.
 */
async function beginImport(name: string, count: number) {
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const list = Array.from({ length: count }, (_, at) => ({ id: randomUUIDv7(), title: `${name} ${at}` }))
  const done = site.services.db.transaction(async (tx) => {
    const shared = { visibility: 'public' as const, words: '', names: [], confirmed: false, confirmedBy: null }
    await insertEntries(
      tx,
      'proverb',
      list.map((one) => ({ ...one, ...shared })),
    )
    await tx.insert(proverbs).values(list.map(({ id, title }) => ({ entryId: id, original: title, language: 'enb' })))
    const begun = sql`now() - interval '1 hour'`
    const ids = list.map(({ id }) => id)
    await tx
      .update(entries)
      .set({ publishedAt: begun, updatedAt: begun, createdAt: begun })
      .where(inArray(entries.id, ids))
    written.resolve()
    await commit.promise
  })
  await written.promise
  return async () => {
    commit.resolve()
    await done
  }
}

async function withdraw(id: string): Promise<void> {
  const consent = await buildConsent(keeper, id)
  const withdrawal = await keeper.call('POST', `/api/consents/${consent.id}/withdrawal`, { reason: 'Sample reason' })
  expect(withdrawal.status).toBe(200)
}

async function rename(person: Person, lastName: string): Promise<void> {
  const { status } = await person.call('PUT', '/api/auth/profile', {
    firstName: 'Sample',
    lastName,
    email: person.email,
  })
  expect(status).toBe(200)
}

describe('a harvester that polls ends with exactly what is public', () => {
  test('while two open transactions import, a recording is withdrawn and an author takes another name', async () => {
    const author = await site.person()
    const [renamed, withdrawn] = [await buildPoem(author, { title: 'Sample renamed' }), await buildPoem(member)]
    const harvester = new Harvester()
    await harvester.poll()
    const [commitFirst, commitSecond] = [await beginImport('First', 250), await beginImport('Second', 150)]
    await harvester.poll()
    const posted = await buildPoem(member, { title: 'Sample meanwhile' })
    await harvester.poll()
    expect(harvester.titles()).toMatchObject({ [posted.id]: 'Sample meanwhile', [withdrawn.id]: withdrawn.title })
    await Promise.all([withdraw(withdrawn.id), commitSecond(), harvester.poll()])
    await harvester.poll()
    expect(Object.values(harvester.titles()).filter((title) => title?.startsWith('Second'))).toHaveLength(150)
    await Promise.all([rename(author, 'Renamed'), commitFirst(), harvester.poll()])
    await harvester.poll()
    expect(harvester.titles()).toEqual(await publicTitles())
    expect(harvester.copies.get(withdrawn.id)?.deleted).toBe(true)
    expect(harvester.copies.get(renamed.id)?.creators).toEqual(['Sample Renamed'])
  })

  test('while jobs import two files, and people post, hide, narrow and delete at the same time', async () => {
    const harvester = new Harvester()
    await harvester.poll()
    const file = (name: string, count: number) =>
      ['word,english', ...Array.from({ length: count }, (_, at) => `${name}${at},gloss ${at}`)].join('\n')
    for (const [name, count] of [
      ['samplea', 700],
      ['sampleb', 600],
    ] as const) {
      const { id } = await buildImport(site, keeper, file(name, count))
      expect((await keeper.call('POST', `/api/imports/${id}/run`, {})).status).toBe(200)
    }
    let working = true
    const polling = (async () => {
      while (working) await harvester.poll()
    })()
    const people = async () => {
      for (let round = 0; round < 6; round++) {
        const [one, two, three] = [await buildPoem(member), await buildPoem(member), await buildPoem(member)]
        await Promise.all([
          member.call('PATCH', `/api/poems/${one.id}`, { visibility: 'members' }),
          moderator.call('PATCH', `/api/poems/${two.id}`, { state: 'hidden', reason: 'Sample reason' }),
          member.call('DELETE', `/api/poems/${three.id}`),
          rename(member, `Number ${'abcdef'[round]}`),
        ])
      }
    }
    await Promise.all([site.runJobs(), people()]).finally(() => {
      working = false
    })
    await polling
    await harvester.poll()
    const titles = await publicTitles()
    expect(Object.keys(titles).length).toBeGreaterThan(1300)
    expect(harvester.titles()).toEqual(titles)
    for (const { creators } of [...harvester.copies.values()].filter(
      (copy) => copy.title === 'Sample poem title' && !copy.deleted,
    ))
      expect(creators).toEqual(['Sample Number f'])
  })
})

const getRecord = (id: string) => `/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:site.test:${id}`
const header = async (id: string) => {
  const { body } = await site.call('GET', getRecord(id))
  return /<header[^>]*>/.exec(body)?.[0] ?? /error code="\w+"/.exec(body)?.[0]
}
const isLive = '<header>'
const isDeleted = '<header status="deleted">'

describe('what was public and is no longer is told as deleted', () => {
  const poem = '/api/poems'
  const group = async () => (await keeper.call('POST', '/api/groups', { name: `Sample ${randomUUIDv7()}` })).body.id
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['shown to members alone', (id) => member.call('PATCH', `${poem}/${id}`, { visibility: 'members' })],
    ['shown to keepers alone', (id) => keeper.call('PATCH', `${poem}/${id}`, { visibility: 'keepers' })],
    ['limited to a group', async (id) => keeper.call('PATCH', `${poem}/${id}`, { groups: [await group()] })],
    ['hidden', (id) => moderator.call('PATCH', `${poem}/${id}`, { state: 'hidden', reason: 'Sample reason' })],
    ['hidden with all posts', () => moderator.call('POST', `/api/members/${member.id}/hidings`, { reason: 'Sample' })],
    ['a draft again', (id) => member.call('PATCH', `${poem}/${id}`, { state: 'draft' })],
    ['deleted', (id) => member.call('DELETE', `${poem}/${id}`)],
    ['withdrawn', withdraw],
    ['narrowed by a consent', (id) => buildConsent(keeper, id, { purposes: ['family'] })],
    ['unlisted', (id) => site.db.update(entries).set({ unlisted: true }).where(eq(entries.id, id))],
    ['deleted by a statement', (id) => site.db.delete(entries).where(eq(entries.id, id))],
  ])('if it is %s, whether or not it was harvested before', async (_, act) => {
    for (const isHarvestedBefore of [true, false]) {
      const { id } = await buildPoem(member)
      if (isHarvestedBefore) expect(await header(id)).toBe(isLive)
      await act(id)
      expect(await header(id)).toBe(isDeleted)
      const { body } = await site.call('GET', '/oai?verb=ListRecords&metadataPrefix=oai_dc&set=poem')
      expect(body).toContain(`${isDeleted}<identifier>oai:site.test:${id}</identifier>`)
    }
  })

  test('and stays so if it is removed later, until it is public again', async () => {
    const [first, second] = [await buildPoem(member), await buildPoem(member)]
    for (const { id } of [first, second]) await member.call('PATCH', `${poem}/${id}`, { visibility: 'members' })
    await member.call('DELETE', `${poem}/${first.id}`)
    await member.call('PATCH', `${poem}/${second.id}`, { visibility: 'public' })
    expect([await header(first.id), await header(second.id)]).toEqual([isDeleted, isLive])
  })

  test('but nothing is told about what never was public', async () => {
    const never = [
      await buildPoem(member, { visibility: 'members' }),
      await buildPoem(member, { state: 'draft' }),
      await buildPoem(keeper, { groups: [await group()] }),
    ]
    for (const [at, { id }] of never.entries()) {
      await (at === 2 ? keeper : member).call('PATCH', `${poem}/${id}`, { title: 'Sample other title' })
      if (at === 0) await member.call('DELETE', `${poem}/${id}`)
      expect(await header(id)).toBe('error code="idDoesNotExist"')
    }
    expect((await site.call('GET', '/oai?verb=Identify')).body).toContain('<deletedRecord>persistent</deletedRecord>')
  })
})

describe('the datestamp', () => {
  const { author } = castForEach(site)
  let word: { id: string }
  let article: { id: string }
  beforeEach(async () => {
    word = (await keeper.call('POST', '/api/vocabulary', { form: `sample${randomUUIDv7()}`, english: 'sample' })).body
    article = await buildArticle(author)
    await site.call('GET', '/oai?verb=Identify')
    await site.db.update(recordStamps).set({ stamp: '2020-01-01T00:00:00Z' })
  })

  /** Returns those of the entries whose datestamp is later than 2020. */
  async function moved(...ids: string[]) {
    const stamps = await Promise.all(
      ids.map(async (id) => {
        const { body } = await site.call('GET', getRecord(id))
        return /<datestamp>(\d{4})/.exec(body)?.[1] ?? ''
      }),
    )
    return ids.filter((_, at) => (stamps[at] ?? '') > '2020')
  }
  const record = async (by: Person, id: string) => {
    const fileUrl = await uploadFile(site, by, sound(), { contentType: 'audio/mpeg' })
    return (await by.call('POST', `/api/vocabulary/${id}/pronunciations`, { fileUrl })).body.items
  }

  test('moves with a recording, and again when the recording is deleted', async () => {
    await record(member, word.id)
    expect(await moved(word.id, article.id)).toEqual([word.id])
    const [{ id }] = (await site.call('GET', `/api/vocabulary/${word.id}/pronunciations`)).body.items
    await site.db.update(recordStamps).set({ stamp: '2020-01-01T00:00:00Z' })
    expect((await member.call('DELETE', `/api/vocabulary/${word.id}/pronunciations/${id}`)).status).toBe(200)
    expect(await moved(word.id, article.id)).toEqual([word.id])
  })

  test('moves with a recording by someone with an unconfirmed email only when guests can hear it', async () => {
    await record(member, word.id)
    await site.db.execute(sql`update vocabulary_pronunciations set unlisted = true where entry_id = ${word.id}`)
    expect(await moved(word.id)).toEqual([])
    await site.db.execute(sql`update vocabulary_pronunciations set unlisted = false where entry_id = ${word.id}`)
    expect(await moved(word.id)).toEqual([word.id])
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'a picture',
      async () => {
        const picture = await uploadFile(site, keeper, await phonePhoto())
        await keeper.call('PATCH', `/api/vocabulary/${word.id}`, { picture })
      },
    ],
    ['a label', () => keeper.call('PATCH', `/api/vocabulary/${word.id}`, { labels: ['seasonal'] })],
    ['a warning', () => keeper.call('PATCH', `/api/vocabulary/${word.id}`, { labels: ['sacred'] })],
    ['another spelling', () => keeper.call('PATCH', `/api/vocabulary/${word.id}`, { form: 'sampleother' })],
    [
      'a note by a statement',
      () => site.db.execute(sql`update vocabulary set part_of_speech = 'noun' where entry_id = ${word.id}`),
    ],
  ])('moves with %s', async (_, act) => {
    await act()
    expect(await moved(word.id, article.id)).toEqual([word.id])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['its author’s name', () => rename(author, 'After')],
    [
      'an author who left',
      () => author.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' }),
    ],
  ])('moves with %s', async (_, act) => {
    await act()
    expect(await moved(word.id, article.id)).toEqual([article.id])
  })

  test('moves with a consent that withdraws it, and with the name of the site', async () => {
    await buildConsent(keeper, article.id, { purposes: ['family'] })
    expect(await moved(word.id, article.id)).toEqual([article.id])
    const settings = { ...nothingSet, name: 'Sample other name' }
    expect(await admin.call('PUT', '/api/site', settings)).toMatchObject({ status: 200 })
    expect(await moved(word.id)).toEqual([word.id])
  })

  test('stays while the record does: after a like, a view by a member, or a save without a change', async () => {
    await member.call('PUT', `/api/articles/${article.id}/like`, {})
    await author.call('PATCH', `/api/articles/${article.id}`, { title: 'Sample article title' })
    await member.call('GET', `/api/articles/${article.id}`)
    expect(await moved(word.id, article.id)).toEqual([])
  })
})

describe('the triggers that note changes', () => {
  test('are on every table that a record is read from, and on the table of every type', async () => {
    const { rows } = await site.db.execute(sql`explain (format json) ${selectRecords(site.db)}`)
    const read = [...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name)
    const { rows: noting } = await site.db.execute<{ name: string }>(
      sql`select tgrelid::regclass::text as name from pg_trigger where tgname like 'note\\_%' and tgenabled = 'O'`,
    )
    const names = noting.map(({ name }) => name)
    expect(read).toEqual(expect.arrayContaining(['entries', 'accounts', 'files']))
    for (const name of [...read, ...Object.values(kinds).map(({ table }) => table)]) expect(names).toContain(name)
  })

  test('count an entry as public exactly if guests’ lists show it', async () => {
    const states = ['draft', 'published', 'hidden'] as const
    const visibilities = ['public', 'members', 'keepers'] as const
    const { id, type } = await buildPoem(member)
    const other = await buildPoem(member)
    for (const kind of [type, suggestion.type])
      for (const state of states)
        for (const visibility of visibilities)
          for (const groups of [[], [other.id]])
            for (const unlisted of [false, true]) {
              await site.db
                .update(entries)
                .set({ type: kind, state, visibility, groups, unlisted })
                .where(eq(entries.id, id))
              const { rows } = await site.db.execute(
                sql`select is_public(entries) = (${listed(null)}) as same from entries where id = ${id}`,
              )
              expect(rows, JSON.stringify({ kind, state, visibility, groups, unlisted })).toEqual([{ same: true }])
            }
  })

  test('leave nothing to stamp after a harvest, and write nothing for drafts and members’ posts', async () => {
    await site.call('GET', '/oai?verb=Identify')
    await buildPoem(member, { visibility: 'members' })
    await buildPoem(member, { state: 'draft' })
    expect(await site.db.select().from(changedEntries)).toEqual([])
    await buildPoem(member)
    await buildArticle(member)
    expect((await site.db.select().from(changedEntries)).length).toBeGreaterThan(1)
    await site.call('GET', '/oai?verb=Identify')
    expect(await site.db.select().from(changedEntries)).toEqual([])
  })
})

test('the migration tells harvesters about what was public before it', async () => {
  const poem = (more = {}) => buildPoem(member, more)
  const [open, hidden, drafted, narrowed, removed] = [
    await poem(),
    await poem(),
    await poem(),
    await poem(),
    await poem(),
  ]
  const never = [await poem({ visibility: 'members' }), await poem({ state: 'draft' })]
  const path = (id: string) => `/api/poems/${id}`
  await moderator.call('PATCH', path(hidden.id), { state: 'hidden', reason: 'Sample reason' })
  await member.call('PATCH', path(drafted.id), { state: 'draft' })
  await member.call('PATCH', path(narrowed.id), { visibility: 'members' })
  await member.call('DELETE', path(removed.id))

  await site.db.execute(sql`truncate record_stamps, changed_entries`)
  await site.db.execute(sql`delete from site_state where name = 'records'`)
  const statements = readFileSync('migrations/0043_record-stamps.sql', 'utf8').split('--> statement-breakpoint')
  const filling = statements.filter((statement) => /^INSERT/.test(statement.replace(/^\s*(--.*\n)*/, '')))
  expect(filling).toHaveLength(3)
  for (const statement of filling) await site.db.execute(sql.raw(statement))
  expect(await header(open.id)).toBe(isLive)
  for (const { id } of [hidden, drafted, narrowed, removed]) expect(await header(id)).toBe(isDeleted)
  for (const { id } of never) expect(await header(id)).toBe('error code="idDoesNotExist"')
  const { body } = await site.call('GET', '/oai?verb=Identify')
  const year = new Date().getUTCFullYear()
  expect(body).toContain(`<earliestDatestamp>${year}-`)
})

test('feeds list what became public last first, even if it was published earlier', async () => {
  const commit = await beginImport('Sample late', 3)
  for (let number = 0; number < 31; number++) await buildPoem(member, { title: `Sample early ${number}` })
  expect((await site.call('GET', '/feed.xml')).body).not.toContain('Sample late')
  await commit()
  site.cache.clear()
  for (const path of ['/feed.xml', '/feed/proverb.xml']) {
    const titles = [...(await site.call('GET', path)).body.matchAll(/<title>([^<]+)<\/title>/g)].map(
      ([, title]) => title,
    )
    expect(titles.slice(1, 4).sort()).toEqual(['Sample late 0', 'Sample late 1', 'Sample late 2'])
  }
})
