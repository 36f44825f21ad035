import { eq, sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { instant } from '#core/column.ts'
import { testSite } from '#test/harness.ts'
import { readQuickly } from './rows.ts'

const things = pgTable('rows_things', {
  id: integer().primaryKey(),
  name: text(),
  tags: text().array().notNull(),
  seen: boolean(),
  more: jsonb().$type<{ a: number }>(),
  at: instant(),
})
const parts = pgTable('rows_parts', { thing: integer().notNull(), note: text(), from: instant() })

const site = testSite()

test('rows are read as Drizzle reads them', async () => {
  const { db } = site
  await db.execute(
    sql`create table rows_things (id int, name text, tags text[], seen boolean, more jsonb, at timestamptz(3))`,
  )
  await db.execute(sql`create table rows_parts (thing int, note text, "from" timestamptz(3))`)
  await db.execute(sql`insert into rows_things values
    (1, 'one', '{}', true, '{"a": 1}', '2026-01-02T03:04:05.678Z'),
    (2, null, '{"a b",NULL,"c,d"}', null, null, null),
    (3, '', '{x}', false, '[]', '0999-03-15 12:00:00.5+00')`)
  await db.execute(sql`insert into rows_parts values (1, null, null), (3, 'noted', '1900-01-01T00:00:00Z')`)
  const select = () =>
    db
      .select({
        ...{ id: things.id, name: things.name, tags: things.tags, seen: things.seen, more: things.more, at: things.at },
        size: sql<number>`length(${things.name})`.mapWith(String),
        named: sql<boolean>`${things.name} is not null`.as('named'),
        part: { thing: parts.thing, note: parts.note, from: parts.from },
        loose: { note: parts.note, thing: parts.thing, at: things.at },
        whole: { name: things.name, id: things.id },
      })
      .from(things)
      .leftJoin(parts, eq(parts.thing, things.id))
      .orderBy(things.id)
  const quick = readQuickly(select().prepare('rows_things'))
  expect('customResultMapper' in quick && quick.customResultMapper).toBeTypeOf('function')
  const rows = await select()
  expect(await quick.execute()).toEqual(rows)
  expect(rows.map(({ part }) => part?.thing)).toEqual([1, undefined, 3])
  // Alone, and of nothing joined.
  const alone = () =>
    db
      .select({ name: things.name, whole: { name: things.name } })
      .from(things)
      .orderBy(things.id)
  expect(await readQuickly(alone().prepare('rows_alone')).execute()).toEqual(await alone())
})
