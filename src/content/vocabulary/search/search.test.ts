import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { refoldAll } from '#content/refold.ts'
import { buildWord } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'

const site = testSite()
const { keeper } = cast(site)

beforeEach(() => site.db.execute(sql`truncate entries cascade; truncate vocabulary_words`))

const add = async (form: string, english = 'sample gloss'): Promise<string> =>
  (await buildWord(keeper, { form, english })).id

const pages = (path: string, params: Record<string, string>, limit = 100) =>
  everyPage(site, `${path}?${new URLSearchParams({ ...params, limit: String(limit) })}`)
const search = async (q: string, limit?: number) =>
  (await pages('/api/vocabulary', { q }, limit)).map(({ form }) => form as string)
const searchAll = async (q: string, limit?: number) =>
  (await pages('/api/search', { q }, limit)).map(({ title }) => title as string)

describe('one notion of the same', () => {
  test.each([
    ['duvo-duvo', ['duvoduvo', 'duvo duvo', 'duvo=duvo', 'DUVO‑DUVO']],
    ['ramivo', ['rami-vo', 'rami vo', 'ra=mivo', 'rami\u00advo', '\u2066rami\u2069vo', 'rami\u200bvo']],
    ['zeko zeko', ['zekozeko', 'zeko-zeko', 'zekoz', 'zeko-z']],
    ['ta:rumo', ['tarumo', 'taːrumo', 'ta·rumo']],
    ['ba·ruzi', ['ba:ruzi', 'baruzi', 'ba.ruzi']],
    ['ng´aruvi', ["ng'aruvi", 'ngaruvi', 'ŋaruvi', 'ng′aruvi', 'ngˊaruvi']],
    ['ng‵oruvi', ['ng’oruvi', 'ŋoruvi', 'ngʾoruvi', 'ngꞌoruvi']],
    ['lemizo', ['lemi\u00adzo', 'lemi-zo', 'le\u2060mizo']],
  ])('%s is found in both searches by each of %j', async (form, searches) => {
    await add(form)
    for (const q of searches) expect([q, await search(q), await searchAll(q)]).toEqual([q, [form], [form]])
  })

  test.each([
    ['moonbird', ['the moonbird', 'A moonbird', 'moonbird']],
    ['to overhear', ['to overhear', 'overhear', 'the overhear']],
    ['overlook', ['to overlook', 'to overl']],
  ])('the word for “%s” is found by each of %j', async (english, searches) => {
    await add('zaruvo', english)
    for (const q of searches) expect([q, await search(q)]).toEqual([q, ['zaruvo']])
    for (const q of searches) expect([q, await searchAll(q)]).toEqual([q, ['zaruvo']])
  })

  test('a form whose first part is spelled like an article is found, before those without it', async () => {
    for (const form of ['ruzimo', 'a-ruzimo', 'aruzimo', 'a ruzimo']) await add(form)
    expect(await search('a ruzimo')).toEqual(['a ruzimo', 'a-ruzimo', 'aruzimo', 'ruzimo'])
    expect(await search('to percieve')).toEqual([])
    await add('zaruvo', 'perceive')
    expect(await search('to percieve')).toEqual(['zaruvo'])
  })

  test('words around a word are compared by it, and tones count', async () => {
    const id = await add('du·mi', 'moon-bird')
    await add('dúmi', 'other gloss')
    await add('zaru-du·mi', 'longer gloss')
    await add('DU·MI lari', 'another gloss')
    await add('lari dúmi', 'last gloss')
    await add('ravo', 'moonbird')
    const { body } = await site.call('GET', `/api/vocabulary/${id}/around`)
    expect(body.forms.map(({ form }: { form: string }) => form)).toEqual(['ravo'])
    expect(body.builtWith.map(({ form }: { form: string }) => form).sort()).toEqual(['DU·MI lari', 'zaru-du·mi'])
  })
})

describe('exact before folded', () => {
  test.each([
    [['dìvam', 'dívam', 'divam']],
    [['kémo', 'kemo', 'KEMO', 'kèmo']],
    [['ma-nu', 'ma nu', 'manu']],
    [['ng’ódi', "ng'òdi", 'ŋódi']],
  ])('each of %j comes first when it is typed, in every search and with pages of any size', async (forms) => {
    for (const form of forms) await add(form)
    for (const form of forms)
      for (const results of [search, searchAll])
        for (const limit of [1, 2, 100]) {
          const found = await results(form, limit)
          expect([found[0], [...found].sort()]).toEqual([form, [...forms].sort()])
        }
  })

  test('a capital that the phone added makes no difference, and neither does another apostrophe', async () => {
    for (const form of ['vàrizo', 'várizo', "zang'ú", "zang'ù"]) await add(form)
    expect((await search('Várizo'))[0]).toBe('várizo')
    expect((await search('Zang’ù'))[0]).toBe("zang'ù")
  })

  test('the form comes first even if more words than a page share its letters, or its letters are their gloss', async () => {
    for (let at = 0; at < 14; at++) await add(at % 2 ? `lúrimo` : `other${at}`, at % 2 ? 'sample' : 'lurimo')
    for (const form of ['lurimò', 'lurimo', 'lurimò']) await add(form)
    for (const limit of [1, 3, 10, 100]) {
      const found = await search('lurimò', limit)
      expect([found.slice(0, 2), found.length]).toEqual([['lurimò', 'lurimò'], 17])
      expect((await pages('/api/vocabulary', { q: 'lurimò' }, limit)).map(({ id }) => id)).toHaveLength(17)
      expect(new Set((await pages('/api/vocabulary', { q: 'lurimò' }, limit)).map(({ id }) => id)).size).toBe(17)
      expect((await search('lurimo', limit))[0]).toBe('lurimo')
    }
  })

  test('homonyms that differ by a tone or a capital are beside each other in a search, before glosses', async () => {
    for (const form of ['dúko', 'other0', 'dùko', 'Duko', 'other1', 'dúko', 'dukori', 'dùko', 'other2', 'duko'])
      await add(form, form.startsWith('other') ? 'duko' : 'sample')
    const homonyms = ['Duko', 'duko', 'dùko', 'dùko', 'dúko', 'dúko']
    for (const typed of ['duko', 'dúko', 'Dùko']) {
      const first = homonyms.filter((form) => form === typed)
      const lower = homonyms.filter((form) => form !== typed && form === typed.toLowerCase())
      const others = homonyms.filter((form) => ![typed, typed.toLowerCase()].includes(form))
      for (const limit of [1, 2, 100]) {
        const found = await pages('/api/vocabulary', { q: typed }, limit)
        expect(found.map(({ form }) => form)).toEqual(
          [first, lower, others, 'other0', 'other1', 'other2', 'dukori'].flat(),
        )
      }
    }
  })

  test('a form comes first even if hundreds of older words have it as their gloss', async () => {
    const id = await add('other', 'sirumo')
    await site.db.transaction(async (tx) => {
      await tx.execute(sql`create temp table made on commit drop as
        select ('00000000-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid as id
        from generate_series(1, 600) as number`)
      for (const table of ['entries', 'vocabulary', 'vocabulary_terms'])
        await tx.execute(sql`insert into ${sql.identifier(table)}
          select (jsonb_populate_record(one, jsonb_build_object('id', made.id, 'entry_id', made.id))).*
          from ${sql.identifier(table)} one, made
          where to_jsonb(one)->>${table === 'entries' ? 'id' : 'entry_id'} = ${id}`)
    })
    await add('sirumo')
    for (const limit of [1, 100]) {
      const { body } = await site.call('GET', `/api/vocabulary?q=sirumo&limit=${limit}`)
      expect(body.items.map(({ form }: { form: string }) => form).slice(0, 2)).toEqual(
        ['sirumo', 'other'].slice(0, limit),
      )
    }
  })

  test('homonyms that differ by a tone or a capital are beside each other in the alphabetical list', async () => {
    for (const form of ['númi', 'nùmi', 'Numi', 'númi', 'numi', 'nùmi', 'Numi', 'nua', 'numia']) await add(form)
    const order = ['nua', 'Numi', 'Numi', 'numi', 'nùmi', 'nùmi', 'númi', 'númi', 'numia']
    const all = await pages('/api/vocabulary', { sort: 'alphabetical' })
    expect(all.map(({ form }) => form)).toEqual(order)
    for (const limit of [1, 2, 4]) expect(await pages('/api/vocabulary', { sort: 'alphabetical' }, limit)).toEqual(all)
    const { body } = await site.call('GET', `/api/vocabulary/${all[4].id}/around`)
    expect(body.nextTo.map(({ id }: { id: string }) => id)).toEqual(
      [all[2], all[3], all[5], all[6]].map(({ id }) => id),
    )
  })
})

test('words of an older folding are folded again, and stay readable meanwhile', async () => {
  const ids = [await add('duvo-duvo'), await add('na:ru')]
  const read = async () =>
    (
      await site.db.execute(sql`select entry_id, term, inside, sort_key from vocabulary_terms join vocabulary using (entry_id)
        order by 1, 2`)
    ).rows
  const before = await read()
  await site.db.execute(sql`update entries set folding = 1;
    update vocabulary_terms set term = 'older' || term;
    update vocabulary set sort_key = 'older'`)
  expect(await search('duvoduvo')).toEqual([])
  const refolding = refoldAll(site.db)
  for (const id of ids) expect((await site.call('GET', `/api/vocabulary/${id}`)).status).toBe(200)
  await refolding
  expect(await read()).toEqual(before)
  expect(await searchAll('duvoduvo')).toEqual(['duvo-duvo'])
  expect(await search('duvoduvo')).toEqual(['duvo-duvo'])
})
