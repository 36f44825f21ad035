import { downloadZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildImport } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { until } from '#test/until.ts'

// Files as people have them: all words are artificial.

const site = testSite()
const { keeper } = cast(site)

beforeEach(() => site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`))

const send = (file: string | Uint8Array, type?: string) => buildImport(site, keeper, file, type)

async function rows(id: string, outcome: string) {
  return (await keeper.call('GET', `/api/imports/${id}/rows?outcome=${outcome}&limit=100`)).body.items
}

async function run(id: string) {
  expect((await keeper.call('POST', `/api/imports/${id}/run`, {})).status).toBe(200)
  await site.runJobs()
  return (await keeper.call('GET', `/api/imports/${id}`)).body.counts
}

async function words(): Promise<any[]> {
  return (await keeper.call('GET', '/api/vocabulary?limit=100&sort=alphabetical')).body.items
}

const cellsOf = (list: any[]) => list.map(({ cells }) => cells)

describe('a foreign byte in a UTF-8 file', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')

  test.each([
    [
      'in the middle',
      ['ŋsamplea,one,Sample Author\n', latin('sampleb,two,Sample \xc4uthor\n'), 'sampleŋɔ,three,\n'],
      'Ä',
    ],
    ['at the end', ['ɔsamplea,one,\n', 'sampleɔ,two,\n', latin('sampleb,two,Sample caf\xe9')], 'é'],
  ])('%s makes its row doubtful, and no other', async (_, parts, letter) => {
    const file = Buffer.concat([
      Buffer.from('form,english,source\n'),
      ...parts.map((part) => Buffer.from(part as string)),
    ])
    const sent = await send(file)
    expect(sent).toMatchObject({ settings: { encoding: 'utf-8' }, counts: { fresh: 3, noted: 1, wrong: 0 } })
    const [doubtful, ...others] = await rows(sent.id, 'noted')
    expect(others).toEqual([])
    expect(doubtful.problems).toEqual([
      { column: 'sourceCitation', message: expect.stringMatching(`Check these letters: ${letter}$`) },
    ])
    expect(doubtful.cells.sourceCitation).toContain(letter)
    await run(sent.id)
    expect((await words()).map(({ form }) => form).join(' ')).toMatch(/[ŋɔ]/)
  })

  test('doesn’t hide that a file is in Latin-1, or in UTF-8 with a byte order mark', async () => {
    const accents = latin('form,english\nsampl\xe9a,caf\xe9\nsampl\xe8b,na\xefve\n')
    expect((await send(accents)).settings.encoding).toBe('windows-1252')
    expect(
      (await send(Buffer.concat([Buffer.from('\uFEFFform,english\n'), latin('samplec,caf\xe9\n')]))).counts,
    ).toMatchObject({
      fresh: 1,
      noted: 1,
    })
  })

  test('is found at the edge of a chunk, where characters are not torn', async () => {
    const filler = Array.from({ length: 6_000 }, (_, at) => `ŋɔ${at},one ${at}\n`).join('')
    const sent = await send(Buffer.concat([Buffer.from(`form,english\n${filler}`), latin('samplex,caf\xe9\n')]))
    expect(sent.counts).toMatchObject({ fresh: 6_001, noted: 1, wrong: 0 })
  })
})

describe('the shape of a table', () => {
  test.each([
    ['rows without their empty last cells', 'form,english,part of speech,dialect\nsamplea,one,noun\nsampleb,two\n'],
    ['a line that names the separator', 'sep=;\nform;english\nsamplea;one, first\nsampleb;two, second\n'],
    ['a quoted line that names the separator', '"sep=|"\r\nform|english\r\nsamplea|one\r\nsampleb|two\r\n'],
    [
      'a title above the column names',
      'Sample list, made by A, B and C\n\nform\tenglish\nsamplea\tone\nsampleb\ttwo\n',
    ],
    ['a title and empty cells', 'Sample list 2020;;\n;;\nword;gloss;notes\nsamplea;one;\nsampleb;two;x\n'],
    ['vertical bars', 'lemma|gloss\nsamplea|one, first\nsampleb|two, second\n'],
    ['rows of empty cells', 'form,english,meaning\nsamplea,one,\n,,\nsampleb,two,\n,,\n, ,\n'],
  ])('%s', async (_, file) => {
    const sent = await send(file)
    expect(sent).toMatchObject({ stage: 'checked', counts: { fresh: 2, present: 0, wrong: 0 } })
    expect(cellsOf(await rows(sent.id, 'fresh'))).toMatchObject([{ form: 'samplea' }, { form: 'sampleb' }])
  })

  test('the row with the column names can be picked', async () => {
    const sent = await send('form,english\nWort,Bedeutung\nsamplea,one\n')
    expect(sent.found).toMatchObject({
      headRow: 1,
      top: [{ number: 1 }, { number: 2, text: 'Wort · Bedeutung' }, { number: 3 }],
    })
    await keeper.call('PATCH', `/api/imports/${sent.id}`, { headRow: 2, columns: ['form', 'english'] })
    await site.runJobs()
    const { body } = await keeper.call('GET', `/api/imports/${sent.id}`)
    expect(body).toMatchObject({ found: { headRow: 2, head: ['Wort', 'Bedeutung'] }, counts: { fresh: 1 } })
  })

  test.each([
    ['Excel', { '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' }],
    ['LibreOffice', { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': 'x' }],
  ])('a spreadsheet of %s is named in the refusal, which says what to do', async (_, files) => {
    const list = Object.entries(files).map(([name, input]) => ({ name, input }))
    const { stage, failure } = await send(new Uint8Array(await downloadZip(list).arrayBuffer()))
    expect([stage, failure]).toEqual(['failed', expect.stringContaining('save it as CSV')])
  })

  test('so is one of an old Excel', async () => {
    const file = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), Buffer.alloc(600)])
    await expect(send(file)).rejects.toThrow('save it as CSV')
  })
})

describe('a bad cell that isn’t needed', () => {
  test.each([
    ['a line break in the gloss', '"one\nfirst"', '', { english: 'one first' }, 'english'],
    ['a line break in the dialect', 'one', 'dialect="Sample\r\nplace"', { dialect: 'Sample place' }, 'dialect'],
    ['half an example', 'one', 'example=sample sentence', { example: undefined }, 'example'],
    ['the other half', 'one', 'example_english=sentence', { exampleEnglish: undefined }, 'exampleEnglish'],
    [
      'a part of speech that is too long',
      'one',
      `part_of_speech=${'x'.repeat(51)}`,
      { partOfSpeech: undefined },
      'partOfSpeech',
    ],
    ['a NUL', 'one', 'meaning=sample\0meaning', { meaning: undefined }, 'meaning'],
    ['an unknown code', 'one', 'glottocode=nonsense', { glottocode: undefined }, 'glottocode'],
  ])('%s is mended or left out with a note, and the word comes in', async (_, gloss, extra, cells, column) => {
    const [name = 'note', value = ''] = extra
      ? [extra.slice(0, extra.indexOf('=')), extra.slice(extra.indexOf('=') + 1)]
      : []
    const sent = await send(`form,english,${name}\nsamplea,${gloss},${value}\n`)
    expect(sent.counts).toMatchObject({ fresh: 1, noted: 1, wrong: 0 })
    const [row] = await rows(sent.id, 'noted')
    expect(row.problems.map((one: any) => one.column)).toEqual([column])
    expect(row.cells).toMatchObject({
      form: 'samplea',
      ...Object.fromEntries(Object.entries(cells).filter(([, one]) => one)),
    })
    for (const [left, one] of Object.entries(cells)) if (!one) expect(row.cells).not.toHaveProperty(left)
    expect(await run(sent.id)).toMatchObject({ added: 1 })
  })

  test.each([
    ['with commas', `${'sample gloss, '.repeat(20)}end`],
    ['without any', 'x'.repeat(240)],
  ])('a gloss that is too long, %s, is shortened, and is complete in the meaning', async (_, gloss) => {
    const sent = await send(`form,english,meaning\nsamplea,"${gloss}",sample meaning\n`)
    await run(sent.id)
    const [word] = await words()
    expect(word.english.length).toBeLessThanOrEqual(200)
    expect(gloss.startsWith(word.english)).toBe(true)
    expect(word.meaning).toBe(`${gloss}\nsample meaning`)
  })

  test('an unknown audience is never left out, because the word would become public', async () => {
    const sent = await send('form,english,visibility\nsamplea,one,secret\nsampleb,two,keepers\n')
    expect(sent.counts).toMatchObject({ fresh: 1, wrong: 1 })
  })
})

describe('homonyms and senses', () => {
  test.each([
    ['a noun and a verb with one gloss', 'form,english,part of speech\nsamplea,dance,noun\nsamplea,dance,verb\n', 2],
    ['two meanings of one gloss', 'form,english,meaning\nsamplea,bank,of a river\nsamplea,bank,for money\n', 2],
    ['homonym numbers', 'form,homonym,english\nsamplea,1,dance\nsamplea,2,dance\nsamplea,3,dance\n', 3],
    ['several rows of one id', 'id,form,english\n17,samplea,head\n17,samplea,chief\n17,samplea,top\n', 3],
    ['several rows of one source', 'source_id,form,english\nlist/1,samplea,head\nlist/1,samplea,chief\n', 2],
    ['words that differ by tone', 'form,english\nsámplea,one\nsàmplea,one\n', 2],
    ['two languages', 'form,english,language\nsamplea,one,Sample One\nsamplea,one,Sample Two\n', 2],
  ])('%s are all imported, and all found there the second time', async (_, file, count) => {
    const sent = await send(file)
    expect(sent.counts).toMatchObject({ fresh: count, present: 0, wrong: 0 })
    expect(await run(sent.id)).toMatchObject({ added: count, present: 0 })
    expect(await words()).toHaveLength(count)
    expect((await send(file)).counts).toMatchObject({ fresh: 0, present: count, differing: 0 })
  })

  test('a row that repeats an earlier one says which, and isn’t called there', async () => {
    const sent = await send('form,english\nsamplea,one\nsampleb,two\nSamplea,One\n')
    expect(sent.counts).toMatchObject({ fresh: 2, present: 1 })
    expect(await rows(sent.id, 'present')).toMatchObject([
      { number: 4, entryId: null, problems: [{ column: '', message: 'Row 2 of this file says the same.' }] },
    ])
  })

  test.each([
    ['homonym numbers', 'form,homonym,english\nsamplea,1,dance\nsamplea,2,dance\n'],
    ['sense numbers', 'form,sense no,english,dialect\nsamplea,7,dance,\nsamplea,8,dance,\nsamplea,9,dance,\n'],
  ])('%s of words of which the archive has one are all added but that one', async (_, file) => {
    await run((await send('form,english\nsamplea,dance\n')).id)
    const sent = await send(file)
    const { fresh } = sent.counts
    expect(sent.counts).toMatchObject({ fresh: file.split('samplea').length - 2, present: 1 })
    expect(await run(sent.id)).toMatchObject({ added: fresh, present: 1 })
    expect(await words()).toHaveLength(fresh + 1)
  })

  test('a part of speech that the archive doesn’t have is another word', async () => {
    const first = await send('form,english,part of speech\nsamplea,dance,noun\n')
    await run(first.id)
    const second = await send('form,english,part of speech\nsamplea,dance,verb\nsamplea,dance,noun\nsamplea,dance,\n')
    expect(second.counts).toMatchObject({ fresh: 1, present: 2 })
  })
})

describe('the same list from a word processor', () => {
  test.each([
    ['words', 'vocabulary', "form,english\nsample'a,one\nsample two,second one\nsampleb,three\n", 3],
    ['proverbs', 'proverb', "original,meaning\nsample o'riginal text,one\nother original text,two\n", 2],
    ['poems', 'poem', "title,original\nSample title,sample o'riginal\nOther title,other original\n", 2],
    ['heritage', 'heritage', "section,title\nceremony,Sample o'ne\nceremony,Other one\n", 2],
  ])('adds no %s twice', async (_, type, file, count) => {
    const sent = await send(file, type)
    expect(sent.counts).toMatchObject({ fresh: count })
    await run(sent.id)
    const [head = '', ...lines] = file.split('\n')
    const typed = lines.map((line) => line.replaceAll("'", '’').replace(' ', '\u00a0').replace('or', 'o\u00adr'))
    expect((await send([head, ...typed].join('\n'), type)).counts).toMatchObject({ fresh: 0, present: count })
  })
})

describe('an edited export', () => {
  async function exported(type: string): Promise<string> {
    return (await keeper.call('GET', `/api/export/${type}.csv`)).body
  }

  async function accept(id: string, body: object = {}) {
    const answer = await keeper.call('POST', `/api/imports/${id}/changes`, body)
    expect(answer.status).toBe(200)
    return answer.body.counts
  }

  test('comes back as differences, old beside new, with a choice for each', async () => {
    const first = await send(
      'form,english,part of speech,meaning\nsamplea,one,noun,first meaning\nsampleb,two,verb,\nsamplec,three,,\n',
    )
    await run(first.id)
    const edited = (await exported('vocabulary'))
      .replace('samplea,one', 'samplea,"one, first"')
      .replace('first meaning', '')
      .replace('sampleb,two', 'samplebb,two')
    const sent = await send(edited)
    expect(sent.counts).toMatchObject({ fresh: 0, present: 1, differing: 2, wrong: 0 })
    // Words that are imported together have ids, and thus rows, in any order.
    const list = (await rows(sent.id, 'differs')).sort((a: any, b: any) => a.cells.form.localeCompare(b.cells.form))
    expect(list.map((row: any) => row.changes)).toEqual([
      [
        { column: 'english', before: 'one', after: 'one, first' },
        { column: 'meaning', before: 'first meaning', after: '' },
      ],
      [{ column: 'form', before: 'sampleb', after: 'samplebb' }],
    ])
    expect(await accept(sent.id, { rows: [list[0].number] })).toMatchObject({ differing: 1, changed: 1 })
    expect(await words()).toMatchObject([
      { form: 'samplea', english: 'one, first', meaning: null, partOfSpeech: 'noun' },
      { form: 'sampleb' },
      { form: 'samplec' },
    ])
    expect(await accept(sent.id)).toMatchObject({ differing: 0, changed: 2, wrong: 0 })
    expect((await words()).map(({ form }) => form)).toEqual(['samplea', 'samplebb', 'samplec'])
    const { body } = await keeper.call('GET', `/api/entries/${list[0].entryId}/history`)
    expect(body.items).toHaveLength(2)
    expect((await send(await exported('vocabulary'))).counts).toMatchObject({ present: 3, differing: 0, fresh: 0 })
  })

  test.each([
    [
      'proverb',
      'original,translation,meaning\nsample original,first,old meaning\n',
      'old meaning',
      'new meaning',
      '/api/proverbs',
    ],
    ['poem', 'title,original,poet\nSample title,sample original,Old Poet\n', 'Old Poet', 'New Poet', '/api/poems'],
    [
      'heritage',
      'section,title,summary\nceremony,Sample title,old summary\n',
      'old summary',
      'new summary',
      '/api/heritage',
    ],
  ])('of %s entries changes them', async (type, file, old, now, path) => {
    await run((await send(file, type)).id)
    const sent = await send((await exported(type)).replace(old, now), type)
    expect(sent.counts).toMatchObject({ present: 0, differing: 1 })
    expect(await accept(sent.id)).toMatchObject({ changed: 1, wrong: 0 })
    expect(JSON.stringify((await site.call('GET', path)).body.items)).toContain(now)
  })

  test('changes examples, sources and languages, too', async () => {
    const head = 'form,english,example,example_english,source,source_licence,language\n'
    await run(
      (await send(`${head}samplea,one,sample sentence,a sentence,Sample Author 2020,CC BY 4.0,Sample One\n`)).id,
    )
    const edited = (await exported('vocabulary'))
      .replace('sample sentence', 'other sentence')
      .replace('Author 2020,', 'Author 2021,')
      .replace('Sample One', 'Sample Two')
    const sent = await send(edited)
    expect(await accept(sent.id)).toMatchObject({ changed: 1, wrong: 0 })
    expect(await words()).toMatchObject([
      {
        example: { form: 'other sentence', english: 'a sentence' },
        source: { citation: 'Sample Author 2021', licence: 'CC BY 4.0' },
        language: expect.stringContaining('sampletw'),
      },
    ])
  })

  test('never overwrites what somebody changed since the check', async () => {
    await run((await send('form,english,meaning\nsamplea,one,old meaning\n')).id)
    const sent = await send((await exported('vocabulary')).replace('old meaning', 'meaning of the file'))
    const [word] = await words()
    await keeper.call('PATCH', `/api/vocabulary/${word.id}`, { meaning: 'newer meaning' })
    expect(await accept(sent.id)).toMatchObject({ changed: 0, differing: 0, wrong: 1 })
    expect(await words()).toMatchObject([{ meaning: 'newer meaning' }])
  })

  test.each([
    ['meaning', 'old meaning', 'meaning of the file'],
    ['dialect', 'Old place', 'Place of the file'],
  ])('never overwrites a %s that somebody is changing at that moment', async (column, old, now) => {
    await run((await send(`form,english,${column}\nsamplea,one,${old}\n`)).id)
    const sent = await send((await exported('vocabulary')).replace(old, now))
    const [{ id }] = await words()
    let accepted: ReturnType<typeof accept> | undefined
    await site.db.transaction(async (tx) => {
      await tx.execute(sql`update entries set updated_at = now() where id = ${id}`)
      await tx.execute(sql`update vocabulary set ${sql.identifier(column)} = 'newer text' where entry_id = ${id}`)
      accepted = accept(sent.id)
      await until(async () => {
        const { rows } = await site.db.execute(sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return rows.length > 0
      }, 'the change waits for the editor')
    })
    expect(await accepted).toMatchObject({ changed: 0, wrong: 1 })
    expect((await words())[0][column]).toBe('newer text')
  })

  test.each([
    [
      'language',
      'form,english,language,iso639_3\nsamplea,one,Sample One,qaa\n',
      'id,form,english,language',
      'Sample Two',
    ],
    ['code', 'form,english,language\nsamplea,one,Sample One\n', 'id,form,english,iso639_3', 'qab'],
  ])('changes the language even if the file has only its %s', async (_, file, head, language) => {
    await run((await send(file)).id)
    const [before] = await words()
    const sent = await send(`${head}\n${before.id},samplea,one,${language}\n`)
    expect(sent.counts).toMatchObject({ differing: 1 })
    expect(await accept(sent.id)).toMatchObject({ changed: 1, wrong: 0 })
    expect((await words())[0].language).not.toBe(before.language)
    expect((await send(`${head}\n${before.id},samplea,one,${language}\n`)).counts).toMatchObject({ present: 1 })
  })

  test('that only adds to a word without an id is a difference, and empties nothing', async () => {
    await run((await send('form,english,meaning\nsamplea,one,sample meaning\n')).id)
    const sent = await send('form,english,meaning,dialect\nsamplea,one,,Sample place\n')
    expect(await rows(sent.id, 'differs')).toMatchObject([
      { changes: [{ column: 'dialect', before: '', after: 'Sample place' }] },
    ])
    await accept(sent.id)
    expect(await words()).toMatchObject([{ meaning: 'sample meaning', dialect: 'Sample place' }])
  })

  test('shows and changes nothing of an entry that is limited to a group', async () => {
    await run((await send('form,english,meaning\nsamplea,one,sample meaning\n')).id)
    const edited = (await exported('vocabulary')).replace('sample meaning', 'other meaning')
    const group = (await keeper.call('POST', '/api/groups', { name: 'Sample group' })).body.id
    const [word] = await words()
    await keeper.call('PATCH', `/api/vocabulary/${word.id}`, { groups: [group] })
    const sent = await send(edited)
    expect(sent.counts).toMatchObject({ differing: 0, wrong: 1, fresh: 0 })
    expect(JSON.stringify(await rows(sent.id, 'wrong'))).not.toContain('sample meaning')
  })

  describe('about an entry that is limited to a group', () => {
    /** Limits the only word to a new group of the keeper. */
    async function limit() {
      const group = (await keeper.call('POST', '/api/groups', { name: `Sample ${crypto.randomUUID()}` })).body.id
      await keeper.call('PUT', `/api/groups/${group}/members/${keeper.id}`)
      const [word] = await words()
      expect((await keeper.call('PATCH', `/api/vocabulary/${word.id}`, { groups: [group] })).status).toBe(200)
    }

    test.each([
      ['id', 'id,form,english,meaning\n%,samplea,one,sample meaning\n'],
      ['id in its list', 'source_id,form,english,meaning\nlist/1,samplea,one,sample meaning\n'],
    ])('a row with its %s doesn’t say whether a guess at its text is right', async (_, file) => {
      await run((await send('source_id,form,english,meaning\nlist/1,samplea,one,sample meaning\n')).id)
      const [{ id }] = await words()
      await limit()
      const guesses = [file, file.replace('sample meaning', 'other meaning')]
      for (const guess of guesses)
        expect((await send(guess.replace('%', id))).counts).toMatchObject({ present: 0, differing: 0, wrong: 1 })
    })

    test.each(['sample meaning', 'first meaning'])(
      'nothing is changed or shown if it was limited after the check: %s',
      async (meaning) => {
        await run((await send(`form,english,meaning\nsamplea,one,${meaning}\n`)).id)
        const sent = await send((await exported('vocabulary')).replace(meaning, 'other'))
        await limit()
        const outside = await site.person({ roles: ['keeper'] })
        const path = `/api/imports/${sent.id}/rows?outcome=differs`
        expect(JSON.stringify((await outside.call('GET', path)).body)).not.toContain(meaning)
        expect((await keeper.call('GET', path)).body.items[0].changes).toHaveLength(1)
        expect(await accept(sent.id)).toMatchObject({ changed: 0, wrong: 1 })
        expect(await words()).toMatchObject([{ meaning }])
      },
    )
  })

  test('is for keepers only', async () => {
    const sent = await send('form,english\nsamplea,one\n')
    const member = await site.person()
    expect((await member.call('POST', `/api/imports/${sent.id}/changes`, {})).status).toBe(403)
  })
})
