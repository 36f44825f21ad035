import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildWord } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { importPublishedWords } from './import.ts'
import type { Word } from './schema.ts'

const site = testSite()
const { member, other, keeper } = cast(site)

beforeAll(async () => {
  await importPublishedWords(site, join(import.meta.dirname, '../../../data/marakwet'))
})

async function search(q: string, by: Pick<Person, 'call'> = site): Promise<string[]> {
  const { body } = await by.call('GET', `/api/vocabulary?limit=100&q=${encodeURIComponent(q)}`)
  return body.items.map(({ form }: Word) => form)
}

const pages = (query: string, between?: () => Promise<void>): Promise<Word[]> =>
  everyPage(site, `/api/vocabulary?${query}`, between)

describe('search', () => {
  test.each([
    ['tongue', 'ŋaljap'],
    ['ŋaljap', 'ŋaljap'],
    ['NGALYAP', 'ŋaljap'],
    ["ng'al", 'ŋaljap'],
    ['toungue', 'ŋaljap'],
    ['tonge', 'ŋaljap'],
    ['akongo', 'ɒ́kɔ́ːŋɔ'],
    ['AKOŊO', 'ɒ́kɔ́ːŋɔ'],
    ['hill', 'tul'],
    ['twenty one', 'típtə́m ŋɡɔː ɒ́kɔ́ːŋɔ'],
    ['twenti-one', 'típtə́m ŋɡɔː ɒ́kɔ́ːŋɔ'],
    ['chich', 'tʃitʃ'],
    ['muut', 'mùːt'],
  ])('%s finds %s', async (q, form) => {
    expect(await search(q)).toContain(form)
  })

  test('forms that begin with the search come before matches at later words, and those before misspellings', async () => {
    await buildWord(member, { form: 'zzqword', english: 'rankedfirst' })
    await buildWord(member, { form: 'other zzqword', english: 'rankedsecond' })
    await buildWord(member, { form: 'zqword', english: 'rankedthird' })
    expect(await search('zzqword')).toEqual(['zzqword', 'other zzqword', 'zqword'])
  })

  test('a word is found by its Kiswahili gloss, in every search, until that is removed', async () => {
    const { id, form } = await buildWord(keeper, { swahili: 'tafsirimfano, nyinginemfano', visibility: 'public' })
    const everywhere = async () => (await site.call('GET', '/api/search?q=nyinginemfano')).body.items
    expect(await search('tafsirimfano')).toEqual([form])
    expect(await search('tafsirimfanu')).toEqual([form])
    expect(await everywhere()).toEqual([expect.objectContaining({ id })])
    expect((await site.call('GET', `/language/vocabulary/${id}`)).body).toContain(
      '<span lang="sw">tafsirimfano, nyinginemfano</span>',
    )
    const list = (await site.call('GET', '/language/vocabulary?q=tafsirimfano')).body
    expect(list).toContain('<span lang="sw">tafsirimfano, nyinginemfano</span>')
    const { body } = await site.call('GET', '/api/vocabulary/offline/chunk')
    expect(body.words.find(([one]: string[]) => one === id)[2]).toMatch(
      /^artificialgloss\d+ · tafsirimfano, nyinginemfano$/,
    )
    await keeper.call('PATCH', `/api/vocabulary/${id}`, { swahili: null })
    expect(await search('tafsirimfano')).toEqual([])
    expect(await everywhere()).toEqual([])
  })

  test('a word that matches in several ways is found once', async () => {
    await buildWord(member, { form: 'manyfold manyfold', english: 'manyfold, to manyfold', ipa: 'manyfold' })
    expect(await search('manyfold')).toEqual(['manyfold manyfold'])
    expect(await search('manyfolt')).toEqual(['manyfold manyfold'])
  })

  test('a search without letters finds nothing; an empty search lists all', async () => {
    expect(await search('?!')).toEqual([])
    expect(await search('😀')).toEqual([])
    expect((await search(' ')).length).toBeGreaterThan(80)
  })

  test('unusual input is searched without errors; only NUL is refused', async () => {
    for (const q of [
      '%',
      '_',
      "'; drop table entries --",
      'a'.repeat(200),
      '\\',
      'ŋ'.repeat(60),
      'ka{}',
      'a b c d e f g',
    ])
      await search(q)
    const answer = await site.call('GET', `/api/vocabulary?q=${encodeURIComponent('a\u0000b')}`)
    expect(answer.status).toBe(400)
  })

  test('the older addresses return words too', async () => {
    const { body } = await site.call('GET', '/content?operation=getVocabulary&q=tongue')
    expect(body.data).toEqual(body.items)
    const one = await site.call('GET', `/content?operation=getVocabularyById&id=${body.items[0].id}`)
    expect(one.body).toMatchObject({ form: 'ŋaljap', pronunciation: null, picture: null, author: null })
  })
})

describe('paging', () => {
  let count = 0

  test.each([
    'sort=newest',
    'sort=alphabetical',
    'q=t',
    'q=artificialword',
    'q=twnety',
    'q=to',
    'letter=t',
    'q=t&letter=t',
  ])('%s neither repeats nor skips while others post', async (query) => {
    const before = (await pages(`${query}&limit=100`)).map(({ id }) => id)
    let posts = 0
    const words = await pages(`${query}&limit=7`, async () => {
      if (++posts > 4) return
      await buildWord(member)
      await buildWord(other, { form: `tword${++count}`, english: `to t${count}` })
    })
    const ids = words.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(before.filter((id) => !ids.includes(id))).toEqual([])
  })

  test('alphabetical order follows the letters of the language', async () => {
    const { body } = await site.call('GET', '/api/vocabulary/overview')
    const begins = (await pages('sort=alphabetical&limit=100')).map(({ form }) => form)
    expect(begins.indexOf('ŋaljap')).toBeGreaterThan(begins.indexOf('mùːt'))
    expect(begins.indexOf('tʃitʃ')).toBeGreaterThan(begins.indexOf('tul'))
    expect(body.letters.slice(0, 4)).toEqual(['a', 'ə', 'e', 'i'])
    expect(body.sources.map(({ words }: { words: number }) => words)).toEqual([37, 45])
  })

  test('the overview lists no source for an imported word without a citation', async () => {
    const { id } = await buildWord(member)
    await site.db.execute(sql`update vocabulary set source_id = 'sample/1' where entry_id = ${id}`)
    const { status, body } = await site.call('GET', '/api/vocabulary/overview')
    expect(status).toBe(200)
    expect(body.sources.map(({ words }: { words: number }) => words)).toEqual([37, 45])
  })

  test('the overview adds the words of a member’s groups to those that everyone sees', async () => {
    const { body: group } = await keeper.call('POST', '/api/groups', { name: 'Sample group' })
    await keeper.call('PUT', `/api/groups/${group.id}/members/${other.id}`)
    const { letters: used } = (await site.call('GET', '/api/vocabulary/overview')).body
    const alphabet = (await keeper.call('GET', '/api/vocabulary/letters')).body.letters.map(
      ([letter]: string[]) => letter,
    )
    const fresh = alphabet.find((letter: string) => !used.includes(letter))
    const { id } = await buildWord(keeper, { form: `${fresh}${fresh}`, groups: [group.id] })
    const source = sql`(select source from vocabulary where source is not null order by source ->> 'short' limit 1)`
    await site.db.execute(sql`update vocabulary set source = ${source} where entry_id = ${id}`)
    const [theirs, everyones] = await Promise.all(
      [other, member].map(async (person) => (await person.call('GET', '/api/vocabulary/overview')).body),
    )
    expect(theirs).toEqual({
      ...everyones,
      total: everyones.total + 1,
      letters: alphabet.filter((letter: string) => used.includes(letter) || letter === fresh),
      sources: [{ ...everyones.sources[0], words: everyones.sources[0].words + 1 }, everyones.sources[1]],
    })
  })

  test('a letter can be given in any of its spellings', async () => {
    const [phonetic, practical] = await Promise.all([pages('letter=tʃ&limit=100'), pages('letter=ch&limit=100')])
    expect(phonetic).toHaveLength(4)
    expect(practical).toEqual(phonetic)
    expect(await pages('letter=4')).toEqual([])
  })

  test.each([
    'limit=0',
    'limit=101',
    'sort=best',
    'lastKey=nonsense',
    `lastKey=${encodeURIComponent('{"value":"x","id":"01890000-0000-7000-8000-000000000000"}')}`,
    `q=a&lastKey=${encodeURIComponent('{"value":"9x","id":"01890000-0000-7000-8000-000000000000"}')}`,
    `q=a&lastKey=${encodeURIComponent('{"value":"0\\u0000","id":"01890000-0000-7000-8000-000000000000"}')}`,
    `q=${'a'.repeat(201)}`,
  ])('%s is refused', async (query) => {
    expect((await site.call('GET', `/api/vocabulary?${query}`)).status).toBe(400)
  })
})

describe('visibility', () => {
  test('members’ words are for members, keepers’ for keepers, drafts for their author', async () => {
    const members = await buildWord(member, { form: 'seenbymembers', visibility: 'members' })
    await buildWord(keeper, { form: 'seenbykeepers', visibility: 'keepers' })
    const draft = await buildWord(member, { form: 'seenbynobody', state: 'draft' })
    expect(await search('seenby')).toEqual([])
    expect(await search('seenby', other)).toEqual(['seenbymembers'])
    expect(await search('seenby', keeper)).toEqual(['seenbykeepers', 'seenbymembers'])
    expect((await site.call('GET', `/api/vocabulary/${members.id}`)).status).toBe(404)
    expect((await site.call('GET', `/api/vocabulary/${members.id}/around`)).status).toBe(404)
    expect((await other.call('GET', `/api/vocabulary/${draft.id}`)).status).toBe(404)
    expect((await member.call('GET', `/api/vocabulary/${draft.id}`)).body.state).toBe('draft')
  })

  test('members who share a prepared statement each see their own words', async () => {
    const mine = await buildWord(member, { form: 'ownkeepersword', visibility: 'members' })
    await keeper.call('PATCH', `/api/vocabulary/${mine.id}`, { visibility: 'keepers' })
    for (let round = 0; round < 8; round++) {
      expect(await search('ownkeepersword', member)).toEqual(['ownkeepersword'])
      expect(await search('ownkeepersword', other)).toEqual([])
    }
  })
})

describe('writing', () => {
  test('a word is returned as it was sent', async () => {
    const values = {
      form: 'wordone',
      english: 'glossone',
      swahili: 'tafsirimoja',
      meaning: 'what it means',
      example: { form: 'wordone wordtwo', english: 'glossone glosstwo' },
      partOfSpeech: 'noun',
      dialect: 'Endo',
      ipa: 'wɔrdɔn',
    }
    const word = await buildWord(member, values)
    const author = { id: member.id }
    expect(word).toMatchObject({ ...values, author, visibility: 'public', confirmed: false, source: null, loan: false })
    expect((await member.call('GET', `/api/vocabulary/${word.id}`)).body).toEqual(word)
    const { may, ...rest } = word
    expect(may).toContain('edit')
    expect((await site.call('GET', `/api/vocabulary/${word.id}`)).body).toEqual(rest)
    expect(await search('wordon')).toContain('wordone')
  })

  test('a keeper’s word is confirmed, unless the keeper chooses otherwise', async () => {
    expect((await buildWord(keeper)).confirmed).toBe(true)
    expect((await buildWord(keeper, { confirmed: false })).confirmed).toBe(false)
  })

  test.each([
    [{ form: '' }, 'form'],
    [{ english: undefined }, 'english'],
    [{ form: 'w'.repeat(201) }, 'form'],
    [{ meaning: 'm'.repeat(5001) }, 'meaning'],
    [{ dialect: 'd'.repeat(101) }, 'dialect'],
    [{ example: { form: 'wordone' } }, 'example.english'],
    [{ state: 'hidden' }, 'state'],
  ])('%j is refused, and the field is named', async (change, path) => {
    const answer = await member.call('POST', '/api/vocabulary', { form: 'wordone', english: 'glossone', ...change })
    expect(answer.status).toBe(400)
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
  })

  test('members can’t confirm or limit to keepers', async () => {
    const word = { form: 'wordone', english: 'glossone' }
    expect((await member.call('POST', '/api/vocabulary', { ...word, confirmed: true })).status).toBe(403)
    expect((await member.call('POST', '/api/vocabulary', { ...word, visibility: 'keepers' })).status).toBe(403)
  })

  test('a changed word is found by its new form, and has to be confirmed again', async () => {
    const word = await buildWord(member, { form: 'beforechange' })
    const path = `/api/vocabulary/${word.id}`
    expect((await member.call('PATCH', path, { form: 'afterchange' })).body.title).toBe('afterchange')
    expect(await search('beforechange')).toEqual([])
    expect(await search('afterchange')).toEqual(['afterchange'])
    expect((await keeper.call('PATCH', path, { confirmed: true })).body).toMatchObject({ confirmed: true })
    expect((await member.call('PATCH', path, { visibility: 'members' })).body.confirmed).toBe(true)
    expect((await member.call('PATCH', path, { english: 'another gloss' })).body.confirmed).toBe(false)
  })

  test('keepers can delete words without an author', async () => {
    const [imported] = (await site.call('GET', '/api/vocabulary?q=kutuŋ')).body.items
    expect((await member.call('DELETE', `/api/vocabulary/${imported.id}`)).status).toBe(403)
    expect((await keeper.call('DELETE', `/api/vocabulary/${imported.id}`)).status).toBe(200)
  })
})

describe('around a word', () => {
  test('other forms, compounds and neighbours are returned', async () => {
    const [word] = (
      await site.call('GET', `/api/vocabulary?q=${encodeURIComponent('ɒ́kɔ́ːŋɔ')}&limit=2`)
    ).body.items.filter(({ ipaApproximate }: Word) => !ipaApproximate)
    const { body } = await site.call('GET', `/api/vocabulary/${word.id}/around`)
    expect(body.forms.map(({ form }: Word) => form)).toEqual(['akoŋo'])
    expect(body.builtWith.map(({ english }: Word) => english).sort()).toEqual(['eleven', 'twenty-one'])
    expect(body.nextTo).toHaveLength(4)
  })

  test('the word of the day stays the same all day, even when others post, and then changes', async () => {
    const read = async (date?: string) =>
      (await site.call('GET', `/api/vocabulary/of-the-day${date ? `?date=${date}` : ''}`)).body.word.id
    const today = await read()
    for (let more = 0; more < 5; more++) await buildWord(member)
    expect(await read()).toBe(today)
    const days = Array.from({ length: 28 }, (_, at) => `2027-02-${String(at + 1).padStart(2, '0')}`)
    expect(new Set(await Promise.all(days.map(read))).size).toBeGreaterThan(20)
    expect((await site.call('GET', '/api/vocabulary/of-the-day')).body.word.visibility).toBe('public')
  })
})
