import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { buildArticle, inHours } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { after } from '#test/pages.ts'

// The clock is set back an hour, so all stored times are an hour in the future.

const site = testSite()
const { person } = cast(site, { person: { unconfirmed: true } })

/** Moves all stored times forward an hour, which has the same effect as setting the clock back. */
async function setBack() {
  const { rows } = await site.db.execute<{ statement: string }>(`
    select format('update %I set %s', table_name,
      string_agg(format('%1$I = %1$I + interval ''1 hour''', column_name), ', ')) as statement
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and is_generated = 'NEVER' group by table_name`)
  for (const { statement } of rows) await site.db.execute(statement)
  await site.db.execute('update rate_limits set expire = expire + 3600000')
  site.cache.clear()
}

const write = () => person.call('PUT', '/api/auth/preferences', { language: 'en' })
const signIn = (password: string) => site.call('POST', '/api/auth/login', { email: person.email, password })
const list = async (lastKey?: unknown) =>
  (await site.call('GET', `/api/articles?limit=2${lastKey ? `&${after(lastKey)}` : ''}`)).body

test('sessions, limits and page keys survive a clock that is set back', async () => {
  for (const [at, title] of ['One', 'Two', 'Three', 'Four'].entries()) {
    const { id } = await buildArticle(person, { title, visibility: 'public' })
    await site.db
      .update(entries)
      .set({ publishedAt: inHours((at - 4) / 3600) })
      .where(eq(entries.id, id))
  }
  site.cache.clear()
  const before = await list()
  for (let tries = 0; tries < 10; tries++) expect((await signIn('a wrong guess')).status).toBe(401)
  expect((await signIn('test password')).status).toBe(429)
  expect((await write()).status).toBe(200)
  await site.db.execute(`update rate_buckets set "full" = now() + interval '60 seconds'`)
  expect((await write()).status).toBe(429)

  await setBack()

  expect((await person.call('GET', '/api/auth/preferences')).status).toBe(200)
  expect((await write()).status).toBe(200)
  expect((await signIn('test password')).status).toBe(200)
  const again = await list()
  const rest = await list(again.lastKey)
  const titles = [...again.items, ...rest.items].map(({ title }: { title: string }) => title)
  expect(titles).toEqual(['Four', 'Three', 'Two', 'One'])
  expect(before.items.map(({ id }: { id: string }) => id)).toEqual(again.items.map(({ id }: { id: string }) => id))
  await buildArticle(person, { title: 'Five', visibility: 'public' })
  expect((await site.call('GET', '/api/articles?limit=100')).body.items).toHaveLength(5)
  // A new job isn't delayed by earlier stored times.
  expect(await site.mails(person.email)).not.toEqual([])
})
