import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepFacets } from '#content/entry/list/facets.ts'
import { entries } from '#content/entry/table.ts'
import { cast, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'
import { rowsRead } from '#test/rows-read.ts'
import { countedTo } from './schema.ts'

// These tests check that lists of many entries read few rows, whatever filters are set.

const site = testSite()
const { member, other } = cast(site)

/** One entry in three is a word; the others are articles. Some articles are tagged "Often", and only two "Rarely". */
const many = 12_000
/** The maximum number of rows that one page of 24 may read, including those that its filters leave out. */
const maxRows = 2_000

beforeAll(async () => {
  await site.db.execute(sql`
    with made as (
      insert into entries (id, type, title, visibility, search, words, author_id, published_at, folding)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
        case n % 3 when 0 then 'vocabulary' else 'article' end, 'Sample ' || n,
        case n % 10 when 0 then 'members' else 'public' end, array_to_tsvector(array['sample', 'n' || n]),
        repeat('Sample words of a text. ', 40), case n % 7 when 0 then ${member.id}::uuid end,
        now() - n * interval '1 minute', 1000
      from generate_series(1, ${many}) n returning id, type),
    written as (
      insert into articles (entry_id, category, content, excerpt, tags)
      select id, 'Culture', '<p>Sample words of a text.</p>', 'Sample', case
        when right(id::text, 2) in ('07', '13', '37') then array['Often']
        when right(id::text, 4) = '0001' then array['Rarely'] else '{}' end
      from made where type = 'article')
    insert into vocabulary (entry_id, form, english, dialect, sort_key)
    select id, 'sample', 'sample', case right(id::text, 1) when '1' then 'One' else 'Another' end, 'a'
    from made where type = 'vocabulary'`)
  const all = await site.db.select({ id: entries.id }).from(entries)
  await keepFacets(
    site.db,
    all.map(({ id }) => id),
  )
  for (const table of ['entries', 'articles', 'vocabulary', 'entry_facets'])
    await site.db.execute(sql.raw(`vacuum analyze ${table}`))
})

describe.each(['', 'sort=oldest&'])('a page of many entries, in the order “%s”,', (order) => {
  test.each([
    '',
    'kind=article',
    'kind=audio',
    'topic=culture',
    'topic=often',
    'topic=rarely',
    'topic=nothing',
    'dialect=another',
    'topic=culture&year=2026',
    'kind=vocabulary&dialect=one',
    'person=',
  ])('reads few rows with the filter “%s”', async (narrowed) => {
    const author = narrowed === 'person=' ? member.id : ''
    const path = `/api/explore?limit=24&${order}${narrowed}${author}`
    const { body } = await site.call('GET', path)
    expect(await rowsRead(site, path)).toBeLessThan(maxRows)
    expect(await rowsRead(site, path, member.call)).toBeLessThan(maxRows)
    if (body.lastKey) expect(await rowsRead(site, `${path}&${after(body.lastKey)}`)).toBeLessThan(maxRows)
  })
})

test('counts stop at the limit, but count each kind by itself', async () => {
  const { body } = await member.call('GET', '/api/explore/facets')
  expect(body).toMatchObject({ total: countedTo, more: true })
  const kinds = [
    { value: 'article', count: many - many / 3, more: false },
    { value: 'vocabulary', count: many / 3, more: false },
  ]
  expect(body.kinds).toEqual(expect.arrayContaining(kinds))
  const { body: words } = await member.call('GET', '/api/explore/facets?kind=vocabulary')
  expect(words).toMatchObject({ total: many / 3, more: false, kinds: body.kinds })
  expect(words.values.dialect).toMatchObject([
    { value: 'another', count: (many / 3) * 0.9 },
    { value: 'one', count: (many / 3) * 0.1 },
  ])
  const { body: few } = await member.call('GET', '/api/explore/facets?topic=rarely')
  expect(few).toMatchObject({ total: 2, more: false })
  expect(await rowsRead(site, '/api/explore/facets?topic=rarely')).toBeLessThan(maxRows)
})

describe('where one member posted all that isn’t anonymous, and hundreds posted nothing,', () => {
  const accounts = 300
  beforeAll(async () => {
    await site.db.execute(sql`insert into accounts (id, email, name, email_verified_at)
      select gen_random_uuid(), 'sample' || n || '@site.test', 'Sample ' || n, now() from generate_series(1, ${accounts}) n`)
    await site.db.execute(sql`vacuum analyze accounts`)
  })

  const posts = many / 7

  test('mentions read the accounts, and twice the entries of the one member', async () => {
    const path = '/api/entries/00000000-0000-7000-8000-000000000001/mentionable?q=sa'
    expect(await rowsRead(site, path, member.call)).toBeLessThan(2 * accounts + 2 * posts)
  })

  test('the list of people counts entries once for all viewers and searches, until content changes', async () => {
    // The entries of everyone and those of the member alone are counted, each from an index and the table.
    expect(await rowsRead(site, '/api/people?limit=24', member.call)).toBeLessThan(4 * posts + 10)
    for (const path of ['/api/people?limit=24', '/api/people?limit=1', '/api/people?limit=24&q=sa'])
      expect(await rowsRead(site, path, member.call)).toBe(0)
    // Another member needs only the count of what they alone may see.
    expect(await rowsRead(site, '/api/people?limit=24', other.call)).toBeLessThan(10)
  })
})
