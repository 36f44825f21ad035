import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cast, testSite } from '#test/harness.ts'
import { sound } from '#test/samples.ts'

const site = testSite()
const { keeper, member } = cast(site)

beforeEach(() => site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`))

/** Uploads a file and waits until it has been checked. */
async function send(bytes: string | Buffer, type = 'vocabulary') {
  const begun = await keeper.call('POST', '/api/imports', { type, fileName: 'sample.csv' })
  expect(begun.status).toBe(201)
  const path = begun.body.uploadUrl.replace(/^https?:\/\/[^/]+/, '')
  const body = Buffer.from(bytes) as unknown as BodyInit
  const put = await site.app.request(begun.body.uploadUrl, { method: 'PUT', body })
  if (put.status !== 200) return { status: put.status, body: await put.json(), path }
  await site.runJobs()
  return { status: 200, body: await read(begun.body.import.id), path }
}

async function read(id: string) {
  return (await keeper.call('GET', `/api/imports/${id}`)).body
}

async function rows(id: string, outcome: string) {
  return (await keeper.call('GET', `/api/imports/${id}/rows?outcome=${outcome}&limit=100`)).body.items
}

async function act(id: string, act: 'run' | 'undo', body = {}) {
  expect((await keeper.call('POST', `/api/imports/${id}/${act}`, body)).status).toBe(200)
  await site.runJobs()
  return read(id)
}

async function words(): Promise<{ id: string; form: string; english: string }[]> {
  return (await site.call('GET', '/api/vocabulary?limit=100&sort=alphabetical')).body.items
}

test('a file is checked before anything is written, then imported, and its import can be undone', async () => {
  const { body } = await send(
    'Word,Gloss,Dialect,Extra\nsampleb,one,Endo,x\n,two,,\nsamplec,three,,\nsamplec,three,,\n',
  )
  expect(body).toMatchObject({ stage: 'checked', counts: { fresh: 2, present: 1, wrong: 1, added: 0 } })
  expect(body.settings.columns).toEqual(['form', 'english', 'dialect', null])
  expect(await words()).toEqual([])
  expect(await rows(body.id, 'wrong')).toEqual([
    expect.objectContaining({ number: 3, problems: [{ column: 'form', message: 'This field is required.' }] }),
  ])
  expect(await rows(body.id, 'fresh')).toMatchObject([
    { number: 2, cells: { form: 'sampleb', english: 'one', dialect: 'Endo' } },
    { number: 4 },
  ])

  expect(await act(body.id, 'run')).toMatchObject({ stage: 'done', percent: 100, counts: { fresh: 0, added: 2 } })
  expect(await words()).toMatchObject([
    { form: 'sampleb', english: 'one', author: null, visibility: 'public', confirmed: false },
    { form: 'samplec' },
  ])
  const results = await site.call('GET', '/api/vocabulary?q=sampelb')
  expect(results.body.items.map((word: { form: string }) => word.form)).toContain('sampleb')

  expect(await act(body.id, 'undo')).toMatchObject({ stage: 'undone', counts: { removed: 2 } })
  expect(await words()).toEqual([])
})

/** Returns a checksum of all rows for each table of words. */
async function state(): Promise<unknown> {
  const tables = ['entries', 'vocabulary', 'vocabulary_terms', 'vocabulary_words', 'vocabulary_pronunciations', 'files']
  const sums = tables.map(
    (name) =>
      sql`(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${sql.raw(name)} t) as ${sql.raw(name)}`,
  )
  return (await site.db.execute(sql`select ${sql.join(sums, sql`, `)}`)).rows[0]
}

test('undo restores the exact state of the tables, including entries that existed before', async () => {
  for (const [form, english] of [
    ['samplea', 'sample one'],
    ['sampleb two', 'sample two'],
  ])
    await member.call('POST', '/api/vocabulary', { form, english })
  const before = await state()
  const { body } = await send('word,english\nsamplea,other\nsampleb three,sample two\nsamplec,new word\n')
  await act(body.id, 'run')
  expect(await state()).not.toEqual(before)
  await act(body.id, 'undo')
  expect(await state()).toEqual(before)
})

test('undo keeps and lists entries that were changed or recorded since, unless the keeper includes them', async () => {
  const { body } = await send('word,english\nsamplea,one\nsampleb,two\nsamplec,three\n')
  await act(body.id, 'run')
  const [changed, recorded] = await words()
  if (!changed || !recorded) throw new Error('no words')
  await keeper.call('PATCH', `/api/vocabulary/${changed.id}`, { meaning: 'sample meaning' })
  const fileUrl = `data:audio/mpeg;base64,${sound(4000).toString('base64')}`
  const response = await member.call('POST', `/api/vocabulary/${recorded.id}/pronunciations`, { fileUrl })
  expect(response.status).toBe(201)

  const listed = await keeper.call('GET', `/api/imports/${body.id}/changed`)
  expect(listed.body.items).toEqual([
    { id: changed.id, title: 'samplea', number: 2 },
    { id: recorded.id, title: 'sampleb', number: 3 },
  ])
  expect((await act(body.id, 'undo')).counts).toMatchObject({ added: 3, removed: 1 })
  expect(await words()).toMatchObject([{ id: changed.id, meaning: 'sample meaning' }, { id: recorded.id }])

  expect((await act(body.id, 'undo', { also: [recorded.id] })).counts).toMatchObject({ removed: 2 })
  expect(await words()).toMatchObject([{ id: changed.id }])
  expect((await site.db.execute(sql`select from files where entry_id is not null`)).rowCount).toBe(0)
})

test('an existing word is recognized by its form, English and dialect, and by its id', async () => {
  const word = { form: 'Samplea', english: 'One', dialect: 'Endo' }
  const { id } = (await member.call('POST', '/api/vocabulary', word)).body
  const { body } = await send(
    [
      'id,word,english,dialect,source_id',
      ',samplea,one,endo,', // present
      ',samplea,one,,', // present: it names no dialect
      ',samplea,one,Almoo,', // new
      ',samplea,other,Endo,', // new
      `${id},sampleb,two,,`, // differs from the entry with its id
      '7,samplec,three,,', // new
      '7,sampled,four,,', // new: rows of one id are entries of their own
      ',samplee,five,,list/1', // new
      ',samplef,six,,list/1', // new
    ].join('\n'),
  )
  expect(body.counts).toMatchObject({ fresh: 6, present: 2, differing: 1, wrong: 0 })
  await act(body.id, 'run')
  const again = await send('word,english\nsamplec,three\n')
  expect(again.body.counts).toMatchObject({ fresh: 0, present: 1 })
  await act(again.body.id, 'run')
  expect(await words()).toHaveLength(7)
})

test('a word that was added after the check is not added again', async () => {
  const { body } = await send('word,english\nsamplea,one\nsampleb,two\n')
  await member.call('POST', '/api/vocabulary', { form: 'samplea', english: 'one' })
  expect((await act(body.id, 'run')).counts).toMatchObject({ fresh: 0, added: 1, present: 1 })
})

const csv = 'form;english;meaning\nsamplé;one;"a;b"\n'
test.each([
  ['UTF-8', Buffer.from(csv), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${csv}`), 'utf-8'],
  ['UTF-16 LE', Buffer.from(csv, 'utf16le'), 'utf-16le'],
  ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${csv}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 BE', Buffer.from(csv, 'utf16le').swap16(), 'utf-16be'],
  ['UTF-16 BE with a mark', Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16(), 'utf-16be'],
  ['Latin-1', Buffer.from(csv, 'latin1'), 'windows-1252'],
])('detects the encoding %s', async (_, bytes, encoding) => {
  const { body } = await send(bytes)
  expect(body.settings).toMatchObject({ encoding, separator: ';', columns: ['form', 'english', 'meaning'] })
  expect(await rows(body.id, 'fresh')).toMatchObject([{ cells: { form: 'samplé', meaning: 'a;b' } }])
})

test('column names of earlier releases are accepted, also in an import that an earlier release checked', async () => {
  const file = 'marakwet,english,example_marakwet,example_english\nsamplea,one,sampleb samplec,two three\n'
  const columns = ['form', 'english', 'example', 'exampleEnglish']
  const cells = { form: 'samplea', english: 'one', example: 'sampleb samplec', exampleEnglish: 'two three' }
  const earlier = ['marakwet', 'english', 'exampleMarakwet', 'exampleEnglish']
  const { body } = await send(file)
  expect(body.settings.columns).toEqual(columns)
  const { status } = await keeper.call('PATCH', `/api/imports/${body.id}`, { columns: earlier })
  expect(status).toBe(200)
  await site.runJobs()
  expect(await read(body.id)).toMatchObject({ stage: 'checked', settings: { columns } })

  await site.db.execute(sql`update imports set settings = settings || ${JSON.stringify({ columns: earlier })}`)
  await site.db.execute(sql`update import_rows set record = record - 'form' - 'example'
    || ${JSON.stringify({ marakwet: cells.form, exampleMarakwet: cells.example })}`)
  expect(await read(body.id)).toMatchObject({ settings: { columns } })
  expect(await rows(body.id, 'fresh')).toMatchObject([{ cells }])
  await act(body.id, 'run')
  const example = { form: 'sampleb samplec', english: 'two three' }
  expect(await words()).toMatchObject([{ form: 'samplea', english: 'one', example }])
})

test('a wrong guess can be corrected: the encoding, the separator, the columns', async () => {
  const { body } = await send('form\tgloss\tnote\nsamplea\tone\tsample note\n')
  expect(body.settings.columns).toEqual(['form', 'english', null])
  const change = async (settings: object) => {
    const answer = await keeper.call('PATCH', `/api/imports/${body.id}`, settings)
    await site.runJobs()
    return answer.status === 200 ? read(body.id) : answer
  }
  expect(await change({ columns: ['form', 'english', 'meaning'] })).toMatchObject({ counts: { fresh: 1 } })
  expect(await rows(body.id, 'fresh')).toMatchObject([{ cells: { meaning: 'sample note' } }])
  expect(await change({ separator: ';' })).toMatchObject({
    stage: 'failed',
    failure: 'Choose the column that contains “form”.',
    found: { head: ['form\tgloss\tnote'] },
  })
  expect(await change({ separator: '\t', encoding: 'windows-1252' })).toMatchObject({ stage: 'checked' })
  expect(await change({ columns: ['form', 'form', null] })).toMatchObject({ status: 400 })
  expect(await change({ columns: ['form', 'password', null] })).toMatchObject({ status: 400 })
  expect(await change({ visibility: 'members', confirmed: true })).toMatchObject({ stage: 'checked' })
  await act(body.id, 'run')
  expect(await words()).toEqual([])
  const [word] = (await member.call('GET', '/api/vocabulary')).body.items
  expect(word).toMatchObject({ visibility: 'members', confirmed: true })
  expect(await change({ confirmed: false })).toMatchObject({ status: 409 })
})

test('hostile rows are refused one by one, and the others are imported', async () => {
  const { body } = await send(
    [
      'english,english,word,id', // the second is ignored
      'one,x,samplea,',
      '',
      'two,x', // no form
      'three,x,samplec,,,', // empty cells beyond the header are allowed
      'four,x,sampled,,more',
      'five,x,sample\0e,',
      `six,x,"${'x'.repeat(10_000_000)}",`,
      'seven,x,\u202eelpmas,',
      `eight,x,${'x'.repeat(201)},`,
      'nine,x,"sample',
      'i",',
      '=HYPERLINK("https://site.test"),x,samplej,',
      'ten,x,"samplek',
    ].join('\n'),
  )
  expect(body.settings.columns).toEqual(['english', null, 'form', 'id'])
  const wrong = await rows(body.id, 'wrong')
  expect(wrong.map((row: any) => [row.number, row.problems[0].column, row.problems[0].message])).toEqual([
    [4, 'form', 'This field is required.'],
    [6, '', 'This row has 5 cells instead of 4. Correct it in your file.'],
    [7, 'form', 'Remove the hidden characters.'],
    [8, '', 'This row is too long. Shorten it in your file.'],
    [10, 'form', 'Use at most 200 characters.'],
    [13, '', 'A quotation mark in this row is never closed. Close it in your file.'],
  ])
  await act(body.id, 'run')
  expect((await words()).map(({ form, english }) => `${form}: ${english}`)).toEqual([
    'elpmas: seven',
    'sample i: nine',
    'samplea: one',
    'samplec: three',
    'samplej: =HYPERLINK("https://site.test")',
  ])
})

test.each([
  ['without content', '', 400, 'The file is empty. Choose another one.'],
  [
    'with only a header',
    'form,english\n',
    200,
    'The file has no rows below the column names. Add rows and upload it again.',
  ],
  ['with too many rows', `form,english\n${'a,b\n'.repeat(50_001)}`, 200, /^The file has more than 50,000 rows/],
])('refuses a file %s', async (_, text, status, message) => {
  const sent = await send(text)
  expect(sent.status).toBe(status)
  expect(sent.body.failure ?? sent.body.error).toMatch(message)
})

test('a row that the database refuses doesn’t stop the others', async () => {
  await site.db.execute(sql`alter table vocabulary add constraint test_refuses check (form <> 'sampleb')`)
  const { body } = await send('word,english\nsamplea,one\nsampleb,two\nsamplec,three\n')
  expect(await act(body.id, 'run')).toMatchObject({ stage: 'done', counts: { added: 2, wrong: 1, fresh: 0 } })
  await site.db.execute(sql`alter table vocabulary drop constraint test_refuses`)
  expect(await rows(body.id, 'wrong')).toMatchObject([
    { number: 3, problems: [{ column: '', message: 'Couldn’t add this row to the archive. Check it in your file.' }] },
  ])
})

test('each stage accepts only its own steps, and an upload address works once, for one file', async () => {
  const { body, path } = await send('word,english\nsamplea,one\n')
  expect((await site.call('PUT', path, 'x')).status).toBe(409)
  expect((await site.call('PUT', path.replace('signature=', 'signature=a'), 'x')).status).toBe(403)
  expect((await keeper.call('POST', `/api/imports/${body.id}/undo`, {})).status).toBe(409)
  await act(body.id, 'run')
  for (const [method, tail] of [
    ['POST', '/run'],
    ['DELETE', ''],
    ['PATCH', ''],
  ] as const)
    expect((await keeper.call(method, `/api/imports/${body.id}${tail}`, {})).status).toBe(409)
  const response = await send('word,english\nsampleb,two\n')
  expect((await keeper.call('DELETE', `/api/imports/${response.body.id}`)).status).toBe(200)
  expect((await keeper.call('GET', `/api/imports/${response.body.id}`)).status).toBe(404)
  expect((await keeper.call('GET', '/api/imports')).body.items.map(({ id }: { id: string }) => id)).toEqual([body.id])
  expect((await member.call('GET', `/api/imports/${body.id}`)).status).toBe(403)
})

test.each([
  ['proverb', 'proverb,meaning\nsample original,sample meaning\nSample Original,\n,x\n', '/api/proverbs'],
  [
    'poem',
    'title,text,poet\nSample title,"sample line\nsample line",Sample Poet\nSample title,"SAMPLE LINE\nsample line",\n,x,\n',
    '/api/poems',
  ],
  [
    'heritage',
    'section,title,text\nceremony,Sample title,"Sample <b>text</b><script>x</script><img src=""/files/x"">"\nceremony,Sample title,\nparty,x,\n',
    '/api/heritage',
  ],
] as const)('%s entries are imported, and their import is undone, in the same way', async (type, file, path) => {
  const { body } = await send(file, type)
  expect(body).toMatchObject({ stage: 'checked', counts: { fresh: 1, present: 1, wrong: 1 } })
  await act(body.id, 'run')
  const { items } = (await site.call('GET', path)).body
  expect(items).toMatchObject([{ author: null, visibility: 'public', state: 'published' }])
  const { body: entry } = await site.call('GET', `${path}/${items[0].id}`)
  if (type === 'heritage') expect(entry.body).toBe('Sample <strong>text</strong>')
  else expect(entry.original).toMatch(/^sample/)
  const table = await keeper.call('GET', `/api/export/${type}.csv`)
  expect(table.body).toContain(items[0].id)
  await act(body.id, 'undo')
  expect((await site.call('GET', path)).body.items).toEqual([])
  expect((await send(table.body, type)).body.counts).toMatchObject({ fresh: 1, wrong: 0 })
})

test('entries limited to groups look missing, and withdrawn entries stay deleted', async () => {
  const group = (await keeper.call('POST', '/api/groups', { name: 'Sample group' })).body.id
  const word = { form: 'samplea', english: 'one', groups: [group] }
  const limited = (await keeper.call('POST', '/api/vocabulary', word)).body
  expect(limited.groups).toEqual([group])
  const withdrawnId = crypto.randomUUID()
  await site.db.execute(sql`insert into ledger (id, entry_id, type, act, hashes)
    values (gen_random_uuid(), ${withdrawnId}, 'vocabulary', 'withdrawn', '{}')`)
  const { body } = await send(`id,word,english\n,samplea,one\n${withdrawnId},sampleb,two\n`)
  expect(body.counts).toMatchObject({ fresh: 1, present: 0, wrong: 1 })
  expect(await rows(body.id, 'wrong')).toMatchObject([
    {
      problems: [
        { column: 'id', message: 'Someone withdrew their permission for this entry, so it can’t be imported again.' },
      ],
    },
  ])
  const other = await site.person({ roles: ['keeper'] })
  expect((await other.call('GET', '/api/export/vocabulary.csv')).body).not.toContain('samplea')
  // The author’s export contains it, limited to keepers, because tables have no groups.
  expect((await keeper.call('GET', '/api/export/vocabulary.csv')).body).toMatch(/samplea,one,.*,keepers\r/)
})

test('wrong rows can be downloaded with their problems, by keepers only', async () => {
  const { body } = await send('word,english,note\nsamplea,,=1+1\nsampleb,two,\n')
  const path = `/api/imports/${body.id}/problems.csv`
  const { body: table, headers } = await keeper.call('GET', path)
  expect(headers.get('content-disposition')).toBe('attachment; filename="problems.csv"')
  expect(table).toMatch(/^row,problem,id,form,english/)
  expect(table).toContain('\r\n2,english: This field is required.,,samplea,,')
  expect((await member.call('GET', path)).status).toBe(403)
  expect((await site.call('GET', path)).status).toBe(401)
})
