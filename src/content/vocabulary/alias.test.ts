import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrateAsThen } from '#server/backup/migrations.ts'
import { cast, createDatabase, dropDatabase, testSite } from '#test/harness.ts'

const site = testSite()
const { member, keeper } = cast(site)

/** Number of migrations before `form`. */
const migrationsBefore = 36

const example = { marakwet: 'sampleone sampletwo', english: 'glossone glosstwo' }

async function add(word: object): Promise<string> {
  const { status, body } = await member.call('POST', '/api/vocabulary', { english: 'sample gloss', ...word })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const read = async (id: string) => (await member.call('GET', `/api/vocabulary/${id}`)).body

test('a word sent under the alias is saved and read under both names', async () => {
  const id = await add({ marakwet: 'aliasone', example })
  const both = { form: 'aliasone', marakwet: 'aliasone', example: { ...example, form: 'sampleone sampletwo' } }
  expect(await read(id)).toMatchObject({ title: 'aliasone', ...both })
  for (const path of ['vocabulary?q=aliasone', 'vocabulary?sort=newest'])
    expect((await site.call('GET', `/api/${path}`)).body.items).toContainEqual(expect.objectContaining(both))
  const { body } = await site.call('GET', `/api/search?q=aliasoen`)
  expect(body.near).toContainEqual(expect.objectContaining({ form: 'aliasone', marakwet: 'aliasone' }))
})

test('a word can be changed under the alias', async () => {
  const id = await add({ form: 'aliastwo' })
  const path = `/api/vocabulary/${id}`
  expect((await member.call('PATCH', path, { marakwet: 'aliasthree', example })).body).toMatchObject({
    title: 'aliasthree',
    form: 'aliasthree',
    example: { form: 'sampleone sampletwo' },
  })
})

test('form wins over its alias', async () => {
  const id = await add({ form: 'aliasfour', marakwet: 'aliasfive', example: { form: 'samplethree', ...example } })
  expect(await read(id)).toMatchObject({ form: 'aliasfour', example: { form: 'samplethree', marakwet: 'samplethree' } })
})

test('an error in the alias is reported for form', async () => {
  const answer = await member.call('POST', '/api/vocabulary', { marakwet: '', english: 'sample gloss' })
  expect([answer.status, answer.body.issues]).toMatchObject([400, [{ path: 'form' }]])
})

test('the API description marks the alias as deprecated', async () => {
  const { paths } = (await site.call('GET', '/api/openapi.json')).body
  const schemaOf = ({ content }: { content: Record<string, { schema: { properties: object } }> }) =>
    content['application/json']?.schema.properties
  const { get, patch } = paths['/api/vocabulary/{id}']
  const { post } = paths['/api/vocabulary']
  for (const described of [post.requestBody, post.responses[201], get.responses[200], patch.requestBody])
    expect(schemaOf(described)).toMatchObject({
      form: { type: 'string' },
      marakwet: { type: 'string', deprecated: true, description: 'Alias of form' },
    })
  expect(post.requestBody.content['application/json'].schema.required).toEqual(['form', 'english'])
})

test('the previous release can read and write the column that it uses', async () => {
  const columns = sql`form, marakwet, example ->> 'form' as example, example ->> 'marakwet' as earlier`
  const id = await add({ form: 'columnone', example })
  const change = async (set: ReturnType<typeof sql>) =>
    (await site.db.execute(sql`update vocabulary set ${set} where entry_id = ${id} returning ${columns}`)).rows[0]
  const first = { example: 'sampleone sampletwo', earlier: 'sampleone sampletwo' }
  expect(await change(sql`meaning = 'sample'`)).toEqual({ form: 'columnone', marakwet: 'columnone', ...first })
  expect(await change(sql`marakwet = 'columntwo'`)).toMatchObject({ form: 'columntwo', marakwet: 'columntwo' })
  expect(await change(sql`form = 'columnthree'`)).toMatchObject({ form: 'columnthree', marakwet: 'columnthree' })
  expect(await change(sql`example = '{"marakwet": "samplefour", "english": "glossfour"}'`)).toMatchObject({
    example: 'samplefour',
    earlier: 'samplefour',
  })
  expect(await change(sql`example = null`)).toMatchObject({ example: null, earlier: null })

  const { rows } = await site.db.execute(sql`with old as (delete from vocabulary where entry_id = ${id} returning *)
    select sort_key from old`)
  const inserted = await site.db.execute(sql`insert into vocabulary (entry_id, marakwet, english, sort_key)
    values (${id}, 'columnfour', 'sample', ${rows[0]?.sort_key}) returning form, marakwet`)
  expect(inserted.rows).toEqual([{ form: 'columnfour', marakwet: 'columnfour' }])
})

test('versions use the current names, even if the previous release writes them', async () => {
  const id = await add({ form: 'versionone', example })
  const own = async () =>
    (await site.db.execute(sql`select record -> 'own' as own from versions where entry_id = ${id} and number = 1`)).rows
  const present = [
    { own: { form: 'versionone', example: { form: 'sampleone sampletwo', english: 'glossone glosstwo' } } },
  ]
  const has = async () => {
    const rows = await own()
    expect(rows).toMatchObject(present)
    expect(JSON.stringify(rows)).not.toContain('marakwet')
  }
  await has()
  await site.db.execute(sql`update versions set record = jsonb_set(record, '{own}',
    record -> 'own' || ${JSON.stringify({ marakwet: 'versionone', example })}) where entry_id = ${id}`)
  await has()
  expect((await keeper.call('GET', `/api/entries/${id}/history`)).body.items).toHaveLength(1)
})

test('the migration adds `form` to existing words, and renames the alias in versions', async () => {
  const name = `before_form_${process.pid}`
  const client = new Client({ connectionString: await createDatabase(name, 'template0') })
  await client.connect()
  try {
    await migrateAsThen(client, migrationsBefore)
    const id = crypto.randomUUID()
    const own = { marakwet: 'migratedone', english: 'sample gloss', example }
    await client.query(
      `insert into entries (id, type, title, visibility, search) values ($1, 'vocabulary', 'migratedone', 'public', '')`,
      [id],
    )
    await client.query(
      `insert into vocabulary (entry_id, marakwet, english, example, sort_key) values ($1, $2, $3, $4, 'm')`,
      [id, own.marakwet, own.english, example],
    )
    await client.query(`insert into versions (entry_id, number, act, record) values ($1, 1, 'create', $2)`, [
      id,
      { entry: {}, own, files: [] },
    ])
    await migrateAsThen(client, migrationsBefore + 1)
    const { rows } = await client.query(`select form, marakwet, example, record -> 'own' as own
      from vocabulary join versions using (entry_id)`)
    const form = example.marakwet
    expect(rows).toEqual([
      {
        form: 'migratedone',
        marakwet: 'migratedone',
        example: { ...example, form },
        own: { form: 'migratedone', english: 'sample gloss', example: { form, english: example.english } },
      },
    ])
  } finally {
    await client.end()
    await dropDatabase(name)
  }
})
