import { asc, eq, inArray } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { z } from 'zod'
import { withName } from '#content/entry/list/search.ts'
import { refusals } from '#content/entry/refusals.ts'
import { richText } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { entriesLike, importedColumns, listedAfter } from '#content/entry/write/bulk.ts'
import { cleanHtml } from '#content/entry/write/html.ts'
import { cell, changedValues, type Importable, ImportedRow } from '#content/entry/write/importable.ts'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { text } from '#core/input/text.ts'
import { sameKey } from '#text/fold.ts'
import { escaped } from '#text/xml.ts'
import { kind } from './kind.ts'
import { heritage, wordsOf } from './operations.ts'
import { NewHeritage } from './schema.ts'
import { heritage as table } from './table.ts'

const Row = ImportedRow({
  section: NewHeritage.shape.section,
  title: NewHeritage.shape.title,
  summary: cell.text(1000),
  /** HTML, or plain text with empty lines between paragraphs. Imports contain no pictures. */
  body: cell
    .of(text(500_000).pipe(richText()))
    .transform((body) => body && withoutPictures(cleanHtml(asHtml(body), '').html)),
  place: cell.line(200),
  narrator: cell.line(200),
})
type Row = z.output<typeof Row>

/** Heritage entries as rows of a table. Entries with the same title in the same section can be duplicates. */
export const imported: Importable<Row> = {
  type: kind.type,
  columns: [
    { name: 'id' },
    { name: 'section', needed: true, also: ['sehemu'] },
    { name: 'title', needed: true, also: ['name', 'kichwa'] },
    { name: 'summary', also: ['abstract', 'muhtasari'] },
    { name: 'body', also: ['text', 'content'] },
    { name: 'place', also: ['mahali'] },
    { name: 'narrator', also: ['toldby', 'msimulizi'] },
    { name: 'confirmed' },
    { name: 'visibility' },
  ],
  Row,
  tables: ['heritage'],
  batch: 20,
  titleOf: ({ title }) => title,
  wordsOf: (row) => wordsOf({ ...row, media: [] }, cleanHtml(row.body ?? '', '').text),
  keyOf: ({ section, title }) => `${section}\n${sameKey(title)}`,
  near: (db, rows) =>
    entriesLike(
      db,
      withName(
        kind.type,
        rows.map(({ title }) => title),
      ),
    ),
  async byIds(db, ids) {
    const rows = await selectRows(db).where(inArray(entries.id, ids))
    return rows.map((row) => ({ ...row, body: row.body && withoutPictures(row.body) }))
  },
  async change(ctx, id, row, columns) {
    const names = ['section', 'title', 'summary', 'body', 'place', 'narrator'] as const
    if (columns.has('body')) await requireNoPictures(ctx, id)
    await heritage.update.handler(ctx, { id, ...changedValues(row, columns, names) })
  },
  async insert(db, rows) {
    if (rows.length === 0) return
    const values = rows.map(({ entryId, section, summary, body, place, narrator }) => ({
      ...{ entryId, section, summary, body, place, narrator },
    }))
    await db.insert(table).values(values)
  },
  async read(db, viewer, after, limit) {
    const rows = await selectRows(db)
      .where(listedAfter(kind.type, viewer, after))
      .orderBy(asc(entries.id))
      .limit(limit)
    return rows.map((row) => ({ ...row, body: row.body && withoutPictures(row.body) }))
  },
}

/** Throws Invalid if the entry's text has pictures, which a file doesn't contain. */
async function requireNoPictures({ db }: Context, id: string) {
  const [row] = await db.select({ body: table.body }).from(table).where(eq(table.entryId, id))
  if (row?.body && row.body !== withoutPictures(row.body)) throw new Invalid(refusals.picturesInText)
}

function asHtml(body: string): string {
  if (/<[a-z][^>]*>/i.test(body)) return body
  const paragraphs = escaped(body).split(/\r?\n\s*\n/)
  return paragraphs.map((paragraph) => `<p>${paragraph.trim().replace(/\r?\n/g, '<br>')}</p>`).join('')
}

function withoutPictures(html: string): string {
  return html.replace(/<img\b[^>]*>/g, '')
}

function selectRows(db: NodePgDatabase) {
  const { section, summary, body, place, narrator } = table
  return db
    .select({ ...importedColumns, section, title: entries.title, summary, body, place, narrator })
    .from(table)
    .innerJoin(entries, eq(entries.id, table.entryId))
    .$dynamic()
}
