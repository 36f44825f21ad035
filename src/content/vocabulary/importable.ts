import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { importedColumns, listedAfter, ungrouped } from '../entry/bulk.ts'
import { cell, type Importable, ImportedRow } from '../entry/importable.ts'
import { entries } from '../entry/table.ts'
import { insertWords, namesOf, wordsOf } from './change.ts'
import { holdAlphabet } from './letters/queries.ts'
import { refusals } from './refusals.ts'
import { NewWord } from './schema.ts'
import { vocabulary, vocabularyTerms, vocabularyWords } from './table.ts'

const Row = ImportedRow({
  marakwet: NewWord.shape.marakwet,
  english: NewWord.shape.english,
  meaning: cell.text(5000),
  exampleMarakwet: cell.line(1000),
  exampleEnglish: cell.line(1000),
  partOfSpeech: cell.line(50),
  dialect: cell.line(100),
  ipa: cell.line(200),
  ipaApproximate: cell.flag,
  loan: cell.flag,
  /** Of the row in the list that it came from, whole, such as `numerals/mark1255-2-1-1`. */
  sourceId: cell.line(200),
  sourceCitation: cell.text(2000),
  sourceUrl: cell.line(500),
  sourceLicence: cell.line(100),
  sourceShort: cell.line(200),
  sourceForm: cell.line(200),
}).check(({ value, issues }) => {
  const incomplete = (name: keyof typeof value, message: string) =>
    issues.push({ code: 'custom', input: value, path: [name], message })
  if (value.exampleMarakwet && !value.exampleEnglish) incomplete('exampleEnglish', refusals.wholeExample)
  if (value.exampleEnglish && !value.exampleMarakwet) incomplete('exampleMarakwet', refusals.wholeExample)
})
type Row = z.output<typeof Row>

/** Words as the rows of a table. One is there already with its form and English, in the same dialect if both name one. */
export const words: Importable<Row> = {
  type: 'vocabulary',
  columns: [
    { name: 'id' },
    { name: 'marakwet', needed: true, also: ['word', 'form', 'headword', 'lemma', 'neno'] },
    { name: 'english', needed: true, also: ['gloss', 'translation', 'kiingereza'] },
    { name: 'meaning', also: ['definition', 'explanation', 'maana'] },
    { name: 'exampleMarakwet', also: ['example'] },
    { name: 'exampleEnglish', also: ['exampletranslation'] },
    { name: 'partOfSpeech', also: ['pos', 'wordclass'] },
    { name: 'dialect', also: ['variety'] },
    { name: 'ipa', also: ['phonetic', 'transcription'] },
    { name: 'ipaApproximate' },
    { name: 'loan', also: ['borrowed'] },
    { name: 'sourceId' },
    { name: 'sourceCitation', also: ['source', 'citation', 'reference'] },
    { name: 'sourceUrl', also: ['url'] },
    { name: 'sourceLicence', also: ['licence', 'license'] },
    { name: 'sourceShort' },
    { name: 'sourceForm' },
    { name: 'confirmed' },
    { name: 'visibility' },
  ],
  Row,
  tables: ['vocabulary', 'vocabulary_terms'],
  batch: 500,
  titleOf: ({ marakwet }) => marakwet,
  wordsOf: (row) => wordsOf({ ...row, example: exampleOf(row) }),
  namesOf: (row) => namesOf(row),

  seeks(row) {
    const said = saidOf(row)
    const named = row.sourceId ? [`source ${row.sourceId}`] : []
    return [...named, ...(row.dialect ? [`${said} in ${row.dialect.toLowerCase()}`, `${said} in none`] : [said])]
  },
  leaves(row) {
    const said = saidOf(row)
    const named = row.sourceId ? [`source ${row.sourceId}`] : []
    return [...named, said, `${said} in ${row.dialect?.toLowerCase() ?? 'none'}`]
  },

  async near(db, rows) {
    const { sourceId } = vocabulary
    const { sortKey } = await holdAlphabet(db)
    const keys = rows.map(({ marakwet }) => sortKey(marakwet))
    const sources = rows.flatMap((row) => row.sourceId ?? [])
    const found = await selectRows(db).where(
      and(ungrouped, or(inArray(vocabulary.sortKey, keys), sources.length ? inArray(sourceId, sources) : undefined)),
    )
    return found.map(rowOf)
  },

  async insert(db, rows) {
    await insertWords(
      db,
      rows.map(
        ({ id: _id, visibility: _visibility, confirmed: _confirmed, exampleMarakwet, exampleEnglish, ...row }) => {
          const { sourceCitation, sourceUrl, sourceLicence, sourceShort, sourceForm, ...said } = row
          const example = exampleOf({ exampleMarakwet, exampleEnglish })
          const source = sourceCitation && {
            citation: sourceCitation,
            url: sourceUrl,
            licence: sourceLicence ?? '',
            short: sourceShort ?? shortened(sourceCitation),
            form: sourceForm ?? said.marakwet,
          }
          return { ...said, example, source: source || null }
        },
      ),
    )
  },

  /** The words that only these entries' terms begin with. */
  async forget(db, entryIds) {
    const { word } = vocabularyWords
    await db.delete(vocabularyWords).where(
      inArray(
        word,
        sql`(select distinct w.word from ${vocabularyTerms} t, unnest(string_to_array(t.term, ' ')) w (word)
          where t.entry_id = any(${sql.param(entryIds)}::uuid[])
          and not exists (select from ${vocabularyTerms} o where o.inside = any('{t,f}') and o.term >= w.word
            and o.term < w.word || '!' and o.entry_id <> all(${sql.param(entryIds)}::uuid[])))`,
      ),
    )
  },

  async read(db, viewer, after, limit) {
    const found = await selectRows(db)
      .where(listedAfter('vocabulary', viewer, after))
      .orderBy(asc(entries.id))
      .limit(limit)
    return found.map(rowOf)
  },
}

function exampleOf({ exampleMarakwet, exampleEnglish }: Pick<Row, 'exampleMarakwet' | 'exampleEnglish'>) {
  return exampleMarakwet && exampleEnglish ? { marakwet: exampleMarakwet, english: exampleEnglish } : null
}

/** "Sample Author 2020. Sample title" is called "Sample Author 2020". */
function shortened(citation: string): string {
  return [...(citation.split(/\.\s/)[0] ?? citation)].slice(0, 60).join('')
}

function saidOf({ marakwet, english }: Pick<Row, 'marakwet' | 'english'>): string {
  return `${marakwet.normalize('NFC').toLowerCase()}\n${english.toLowerCase()}`
}

function selectRows(db: Parameters<typeof words.near>[0]) {
  return db
    .select({ ...importedColumns, word: vocabulary })
    .from(vocabulary)
    .innerJoin(entries, eq(entries.id, vocabulary.entryId))
    .$dynamic()
}

function rowOf({ id, visibility, confirmed, word }: Awaited<ReturnType<typeof selectRows>>[number]) {
  const { marakwet, english, meaning, partOfSpeech, dialect, ipa, ipaApproximate, loan, sourceId } = word
  return {
    ...{ id, visibility, confirmed, marakwet, english, meaning, partOfSpeech, dialect, ipa, ipaApproximate, loan },
    sourceId,
    exampleMarakwet: word.example?.marakwet ?? null,
    exampleEnglish: word.example?.english ?? null,
    sourceCitation: word.source?.citation ?? null,
    sourceUrl: word.source?.url ?? null,
    sourceLicence: word.source?.licence ?? null,
    sourceShort: word.source?.short ?? null,
    sourceForm: word.source?.form ?? null,
  }
}
