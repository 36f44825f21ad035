import { eq } from 'drizzle-orm'
import { XmlDocument, type XmlElement } from 'libxml2-wasm'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchColumns } from '#content/entry/list/search.ts'
import { entries, recordStamps } from '#content/entry/table.ts'
import { importPublishedWords } from '#content/vocabulary/import.ts'
import { accounts } from '#core/tables.ts'
import { buildArticle, buildArtifact, buildConsent, buildHeritage, buildPoem } from '#test/build.ts'
import { cast, origin, testSite } from '#test/harness.ts'

const site = testSite()
const { member, keeper } = cast(site)

const hostile = `]]> <script>alert("1")</script> & 'quoted' \u{1F600}`
const namespaces = {
  oai: 'http://www.openarchives.org/OAI/2.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  atom: 'http://www.w3.org/2005/Atom',
  map: 'http://www.sitemaps.org/schemas/sitemap/0.9',
}

beforeAll(async () => {
  await importPublishedWords(site.services, 'data/marakwet')
  // This name is from before the rule that names contain no markup.
  await site.db.update(accounts).set({ name: 'Sample "Author" & <Co>' }).where(eq(accounts.id, member.id))
})

/** Returns the texts at each XPath and the names of all elements. Throws if the XML is not well-formed. */
function read(body: string, paths: string[]) {
  using document = XmlDocument.fromString(body)
  const contents = new Map(paths.map((path) => [path, document.find(path, namespaces).map((node) => node.content)]))
  const names = document.find('//*').map((node) => (node as XmlElement).name)
  return { names, at: (path: string): string[] => contents.get(path) ?? [] }
}

async function ask(path: string, ...paths: string[]) {
  const answer = await site.call('GET', path)
  expect(answer.status, answer.body).toBe(200)
  return { ...answer, xml: read(answer.body, paths) }
}
const oai = (query: string, ...paths: string[]) =>
  ask(`/oai?${query}`, '//oai:error/@code', '//oai:identifier', '//oai:resumptionToken', ...paths)

/** Creates one entry that guests see and three that they don't. */
async function buildAll(word: string) {
  const visible = await buildPoem(member, { title: `${word} public` })
  const hidden = [
    await buildPoem(member, { title: `${word} members`, visibility: 'members' }),
    await buildPoem(member, { title: `${word} draft`, state: 'draft' }),
    await buildPoem(keeper, { title: `${word} keepers`, visibility: 'keepers' }),
  ]
  return { visible, hidden }
}

describe('what guests may not see', () => {
  test.each([
    ['/feed.xml'],
    ['/feed/poem.xml'],
    ['/oai?verb=ListRecords&metadataPrefix=oai_dc&set=poem'],
    ['/oai?verb=ListIdentifiers&metadataPrefix=oai_dc&set=poem'],
    ['/sitemap/00000000-0000-7000-8000-000000000000.xml'],
  ])('is not in %s', async (path) => {
    const { visible, hidden } = await buildAll('Absence')
    for (const call of [site.call, keeper.call]) {
      const { body } = await call('GET', path)
      expect(body).toContain(visible.id)
      for (const { id } of hidden) expect(body).not.toContain(id)
    }
    await member.call('PATCH', `/api/poems/${visible.id}`, { visibility: 'members' })
    const { body } = await site.call('GET', path)
    // Harvesters are told that it is gone, and nothing else about it.
    const deleted = `<header status="deleted"><identifier>oai:site.test:${visible.id}</identifier>`
    expect(body.split(visible.id)).toHaveLength(path.startsWith('/oai') ? 2 : 1)
    expect(body.includes(deleted)).toBe(path.startsWith('/oai'))
  })

  test('has no record', async () => {
    const { visible, hidden } = await buildAll('Record')
    const get = (id: string) => oai(`verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:site.test:${id}`, '//dc:title')
    expect((await get(visible.id)).xml.at('//dc:title')).toEqual(['Record public'])
    for (const { id } of hidden) expect((await get(id)).xml.at('//oai:error/@code')).toEqual(['idDoesNotExist'])
  })
})

describe('robots.txt and sitemaps', () => {
  test('robots.txt names the sitemap and the pages that robots must not read', async () => {
    const { body } = await site.call('GET', '/robots.txt')
    expect(body).toContain(`Sitemap: ${origin}/sitemap.xml`)
    expect(body).toContain('Disallow: /dashboard\n')
  })

  test('the index leads to the addresses of pages, people and entries, with the time of each entry’s last change', async () => {
    const { id } = await buildPoem(member)
    const index = await ask('/sitemap.xml', '//map:loc', '//map:lastmod')
    const [pages = '', people = '', part = ''] = index.xml.at('//map:loc')
    expect(pages).toBe(`${origin}/sitemap/pages.xml`)
    const ofPages = await ask(pages.slice(origin.length), '//map:loc')
    expect(ofPages.xml.at('//map:loc')).toContain(`${origin}/traditions/ceremonies`)
    const ofPeople = await ask(people.slice(origin.length), '//map:loc')
    expect(ofPeople.xml.at('//map:loc')).toContain(`${origin}/people/${member.id}`)
    const ofEntries = await ask(part.slice(origin.length), '//map:loc', '//map:lastmod')
    expect(ofEntries.xml.at('//map:loc')).toContain(`${origin}/language/poems/${id}`)
    expect(ofEntries.xml.at('//map:loc')).toHaveLength(ofEntries.xml.at('//map:lastmod').length)
    expect(ofEntries.xml.at('//map:lastmod')[0]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  test('members are listed only if guests can find their page', async () => {
    const [shown, membersOnly, off] = [await site.person(), await site.person(), await site.person()]
    await buildPoem(shown)
    await buildPoem(membersOnly, { visibility: 'members' })
    await buildPoem(off)
    await site.db.update(accounts).set({ publicPage: false }).where(eq(accounts.id, off.id))
    const { xml } = await ask('/sitemap/people.xml', '//map:loc', '//map:lastmod')
    const ids = xml.at('//map:loc').map((address) => address.slice(-36))
    expect([shown, membersOnly, off].map(({ id }) => ids.includes(id))).toEqual([true, false, false])
    expect(xml.at('//map:lastmod')).toHaveLength(ids.length)
  })

  test.each(['/sitemap/x.xml', '/sitemap/.xml', '/feed/suggestion.xml', '/feed/x.xml'])(
    '%s is not found',
    async (path) => {
      expect((await site.call('GET', path)).status).toBe(404)
    },
  )
})

describe('Atom', () => {
  test('lists the newest entries first, with complete addresses and escaped texts', async () => {
    await buildHeritage(keeper, { title: `Sample ${hostile}`, summary: hostile })
    const { id } = await buildArticle(member, {
      title: `Article ${hostile}`,
      content: '<p>Sample &amp; <em>text</em></p>',
    })
    const xpaths = [
      '//atom:entry/atom:title',
      '//atom:entry/atom:summary',
      '//atom:entry/atom:link/@href',
      '//atom:name',
    ]
    const { xml, headers } = await ask('/feed.xml', ...xpaths)
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(xml.at('//atom:entry/atom:title').slice(0, 2)).toEqual([`Article ${hostile}`, `Sample ${hostile}`])
    expect(xml.at('//atom:entry/atom:summary').slice(0, 2)).toEqual(['Sample & text · Culture', hostile])
    expect(xml.at('//atom:entry/atom:link/@href')[0]).toBe(`${origin}/articles/${id}`)
    expect(xml.at('//atom:name')).toContain('Sample "Author" & <Co>')
    expect(xml.names.includes('script')).toBe(false)
  })

  test('is not sent again while nothing has changed', async () => {
    const { headers } = await site.call('GET', '/feed.xml')
    const etag = headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await site.call('GET', '/feed.xml', undefined, { 'if-none-match': etag })).status).toBe(304)
    await buildPoem(member)
    expect((await site.call('GET', '/feed.xml', undefined, { 'if-none-match': etag })).status).toBe(200)
  })

  test('lists the entries of one type', async () => {
    await buildArtifact(keeper)
    const { xml } = await ask('/feed/artifact.xml', '//atom:entry/atom:category/@term')
    expect(new Set(xml.at('//atom:entry/atom:category/@term'))).toEqual(new Set(['artifact']))
  })
})

describe('OAI-PMH', () => {
  test('Identify has the elements of the schema, in order', async () => {
    const { xml, headers } = await oai(
      'verb=Identify',
      '//oai:Identify/*',
      '//oai:adminEmail',
      '//oai:earliestDatestamp',
    )
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8')
    const order = [
      'repositoryName',
      'baseURL',
      'protocolVersion',
      'adminEmail',
      'earliestDatestamp',
      'deletedRecord',
      'granularity',
    ]
    expect(xml.names.slice(-order.length)).toEqual(order)
    expect(xml.names.slice(0, 3)).toEqual(['OAI-PMH', 'responseDate', 'request'])
    expect(xml.at('//oai:adminEmail')[0]).toMatch(/^\S+@(\S+\.)+\S+$/)
    expect(xml.at('//oai:earliestDatestamp')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('lists its formats and sets', async () => {
    expect((await oai('verb=ListMetadataFormats', '//oai:metadataPrefix')).xml.at('//oai:metadataPrefix')).toEqual([
      'oai_dc',
    ])
    const { xml } = await oai('verb=ListSets', '//oai:setSpec')
    expect(xml.at('//oai:setSpec')).toContain('vocabulary')
    for (const spec of xml.at('//oai:setSpec')) expect(spec).toMatch(/^[\w-]+$/)
  })

  test('returns a record in Dublin Core', async () => {
    const { id } = await buildPoem(member, {
      title: `Dublin ${hostile}`,
      original: 'first\nsecond',
      poet: 'Sample Poet',
    })
    const names = ['title', 'creator', 'description', 'identifier', 'language', 'type', 'publisher'].map(
      (n) => `//dc:${n}`,
    )
    const { xml } = await oai(`verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:site.test:${id}`, ...names)
    expect(Object.fromEntries(names.map((name) => [name.slice(5), xml.at(name)]))).toEqual({
      title: [`Dublin ${hostile}`],
      creator: ['Sample Poet', 'Sample "Author" & <Co>'],
      description: ['first · second · Sample Poet'],
      identifier: [`${origin}/language/poems/${id}`],
      language: ['enb'],
      type: ['Text'],
      publisher: ['Test Heritage'],
    })
    expect(xml.at('//oai:identifier')).toEqual([`oai:site.test:${id}`])
  })

  test('names the source and licence of a word', async () => {
    const { xml } = await oai('verb=ListRecords&metadataPrefix=oai_dc&set=vocabulary', '//dc:source', '//dc:rights')
    expect(xml.at('//dc:source')[0]).toContain('Zwarts')
    expect(xml.at('//dc:rights')[0]).toBe('CC BY 4.0')
  })

  test.each([
    ['', 'badVerb'],
    ['verb=', 'badVerb'],
    ['verb=identify', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=constructor', 'badVerb'],
    ['verb=Identify&x=1', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=GetRecord&identifier=oai:site.test:x', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-31', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-01T10:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=yesterday', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-02&until=2026-02-01', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2026-02-01&until=2026-02-01T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=x', 'badArgument'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['verb=ListRecords&resumptionToken=', 'badResumptionToken'],
    ['verb=ListSets&resumptionToken=x', 'badResumptionToken'],
    [`verb=ListRecords&resumptionToken=${Buffer.from('{"id":1}').toString('base64url')}`, 'badResumptionToken'],
    ['verb=ListRecords&metadataPrefix=marc21', 'cannotDisseminateFormat'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=x', 'idDoesNotExist'],
    [`verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:other.test:${crypto.randomUUID()}`, 'idDoesNotExist'],
    ['verb=ListMetadataFormats&identifier=%22%3E', 'idDoesNotExist'],
    ['verb=ListRecords&metadataPrefix=oai_dc&until=1999-01-01', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=nothing', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=suggestion', 'noRecordsMatch'],
    ['verb=ListIdentifiers&metadataPrefix=oai_dc&from=2999-01-01', 'noRecordsMatch'],
  ])('answers %s with the error %s', async (query, code) => {
    expect((await oai(query)).xml.at('//oai:error/@code')).toEqual([code])
  })

  test('repeats the request in its answer, but without the arguments if it is malformed', async () => {
    const request = '//oai:request/@verb'
    expect((await oai('verb=nonsense', request)).xml.at(request)).toEqual([])
    expect((await oai('verb=ListRecords&metadataPrefix=x', request)).xml.at(request)).toEqual(['ListRecords'])
  })

  test('reads from and until as exact to the second, and inclusive', async () => {
    const { id } = await buildPoem(member)
    await site.call('GET', '/oai?verb=Identify')
    const stamp = '2020-05-05T10:00:00.900Z'
    await site.db.update(recordStamps).set({ stamp }).where(eq(recordStamps.entryId, id))
    const countRecords = async (span: string) =>
      (await oai(`verb=ListIdentifiers&metadataPrefix=oai_dc&${span}`)).xml.at('//oai:identifier').length
    expect(await countRecords('from=2020-05-05T10:00:00Z&until=2020-05-05T10:00:00Z')).toBe(1)
    expect(await countRecords('from=2020-05-05&until=2020-05-05')).toBe(1)
    expect(await countRecords('from=2020-05-05T10:00:01Z&until=2020-05-06T10:00:01Z')).toBe(0)
    expect(await countRecords('until=2020-05-05T09:59:59Z')).toBe(0)
  })

  test('reports entries that were public and are deleted or limited, without their text', async () => {
    const { visible, hidden } = await buildAll('Samplegone')
    const [withdrawn, narrowed] = [await buildPoem(member), await buildPoem(member)]
    await member.call('PATCH', `/api/poems/${narrowed.id}`, { visibility: 'members' })
    for (const { id, author } of [visible, narrowed, ...hidden]) {
      const own = author.id === keeper.id ? keeper : member
      expect((await own.call('DELETE', `/api/poems/${id}`)).status).toBe(200)
    }
    const record = await buildConsent(keeper, withdrawn.id)
    await keeper.call('POST', `/api/consents/${record.id}/withdrawal`, { reason: 'Sample reason' })

    const deleted = '//oai:header[@status="deleted"]'
    const paths = [`${deleted}/oai:identifier`, `${deleted}/oai:setSpec`, '//oai:metadata/..//oai:identifier']
    const ids = [narrowed, visible, withdrawn].map(({ id }) => `oai:site.test:${id}`)
    for (const verb of ['ListRecords', 'ListIdentifiers']) {
      const { xml, body } = await oai(`verb=${verb}&metadataPrefix=oai_dc&set=poem`, ...paths)
      const identifiers = xml.at(`${deleted}/oai:identifier`)
      expect(identifiers.slice(-3).sort()).toEqual(ids.sort())
      expect(xml.at(`${deleted}/oai:setSpec`).slice(-3)).toEqual(['poem', 'poem', 'poem'])
      expect(body).not.toMatch(/Samplegone|Sample reason/)
      for (const { id } of hidden) expect(body).not.toContain(id)
      for (const id of ids) expect(xml.at('//oai:metadata/..//oai:identifier')).not.toContain(id)
    }
    const one = await oai(`verb=GetRecord&metadataPrefix=oai_dc&identifier=${ids[0]}`, `${deleted}/oai:datestamp`)
    expect(one.xml.at(`${deleted}/oai:datestamp`)).toHaveLength(1)
    expect(one.xml.names).not.toContain('metadata')
    expect((await oai('verb=Identify', '//oai:deletedRecord')).xml.at('//oai:deletedRecord')).toEqual(['persistent'])
    const none = await oai('verb=ListIdentifiers&metadataPrefix=oai_dc&set=event')
    expect(none.xml.at('//oai:error/@code')).toEqual(['noRecordsMatch'])
  })

  test('works by POST, up to a limited size', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await site.call('POST', '/oai', 'verb=ListMetadataFormats', form)
    expect(read(answer.body, ['//oai:metadataPrefix']).at('//oai:metadataPrefix')).toEqual(['oai_dc'])
    const long = `verb=${'a'.repeat(20_000)}`
    expect((await site.call('POST', '/oai', long, { ...form, 'content-length': String(long.length) })).status).toBe(413)
  })

  test('lists 1,500 records, each once, while others post and delete', async () => {
    const rows = Array.from({ length: 1500 }, (_, number) => ({
      type: 'proverb' as const,
      title: `Many ${number}`,
      visibility: 'public' as const,
      publishedAt: '2021-01-01T00:00:00.000Z',
      ...searchColumns('proverb', { title: `Many ${number}`, names: [], words: '' }),
    }))
    await site.db.insert(entries).values(rows.slice(0, 750))
    await site.db.insert(entries).values(rows.slice(750))
    const seen: string[] = []
    const removedIds: string[] = []
    let query = 'metadataPrefix=oai_dc&set=proverb'
    let pages = 0
    while (query) {
      const { xml } = await oai(`verb=ListRecords&${query}`)
      expect(xml.at('//oai:error/@code')).toEqual([])
      seen.push(...xml.at('//oai:identifier'))
      if (pages++ < 5) {
        await keeper.call('POST', '/api/proverbs', { original: `Posted meanwhile ${pages}`, visibility: 'public' })
        await site.db.delete(entries).where(eq(entries.title, `Many ${1400 - pages}`))
        const { body } = await keeper.call('POST', '/api/proverbs', { original: `Gone again ${pages}` })
        await keeper.call('DELETE', `/api/proverbs/${body.id}`)
        removedIds.push(`oai:site.test:${body.id}`)
      }
      const [token = ''] = xml.at('//oai:resumptionToken')
      query = token && `resumptionToken=${token}`
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(pages).toBeGreaterThan(14)
    const left = await site.db.select({ id: entries.id }).from(entries).where(eq(entries.type, 'proverb'))
    for (const { id } of left) expect(seen).toContain(`oai:site.test:${id}`)
    for (const id of removedIds) expect(seen).toContain(id)
  })
})
