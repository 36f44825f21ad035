import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { entries } from '#content/entry/table.ts'
import { entriesLike, importedColumns, listedAfter } from '#content/entry/write/bulk.ts'
import { cell, changedValues, type Importable, ImportedRow } from '#content/entry/write/importable.ts'
import { changedLanguage, languageCells, languageColumns, languageOfRow } from '#content/language/importable.ts'
import { languagesOfRows } from '#content/language/queries.ts'
import { languages } from '#content/language/table.ts'
import { fold, joined, sameKey } from '#text/fold.ts'
import { cut } from '#text/terms.ts'
import { insertWords, namesOf, wordsOf } from './change.ts'
import { kind } from './kind.ts'
import { vocabulary as operations } from './operations.ts'
import { refusals } from './refusals.ts'
import { NewWord } from './schema.ts'
import { joinedTerm, type Source, vocabulary, vocabularyTerms, vocabularyWords } from './table.ts'

const longestGloss = 200
const longestMeaning = 5000

const Row = ImportedRow({
  form: NewWord.shape.form,
  english: NewWord.shape.english,
  swahili: cell.line(200),
  meaning: cell.text(longestMeaning),
  example: cell.line(1000),
  exampleEnglish: cell.line(1000),
  partOfSpeech: cell.line(50),
  ...languageCells,
  dialect: cell.line(100),
  ipa: cell.line(200),
  ipaApproximate: cell.flag,
  loan: cell.flag,
  /** Full id of the row in the list it came from, such as `numerals/mark1255-2-1-1`. */
  sourceId: cell.line(200),
  sourceCitation: cell.text(2000),
  sourceUrl: cell.line(500),
  sourceLicence: cell.line(100),
  sourceShort: cell.line(200),
  sourceForm: cell.line(200),
  sourceBibtex: cell.text(20_000),
  contributor: cell.text(2000),
  concept: cell.line(1000),
  concepticonId: cell.line(100),
  concepticonGloss: cell.line(1000),
}).check(({ value, issues }) => {
  const incomplete = (name: keyof typeof value, message: string) =>
    issues.push({ code: 'custom', input: value, path: [name], message })
  if (value.example && !value.exampleEnglish) incomplete('exampleEnglish', refusals.wholeExample)
  if (value.exampleEnglish && !value.example) incomplete('example', refusals.wholeExample)
})
type Row = z.output<typeof Row>

/** The columns that only an import fills, besides those of the source. */
const importedOnly = [
  ...(['ipaApproximate', 'loan', 'sourceId', 'contributor'] as const),
  ...(['concept', 'concepticonId', 'concepticonGloss'] as const),
]

/** Words as rows of a table. Words with the same form and English can be duplicates. */
export const imported: Importable<Row> = {
  type: kind.type,
  columns: [
    { name: 'id' },
    { name: 'form', needed: true, also: ['marakwet', 'word', 'headword', 'lemma', 'neno'] },
    { name: 'english', needed: true, also: ['gloss', 'translation', 'kiingereza'] },
    { name: 'swahili', also: ['kiswahili'] },
    { name: 'meaning', also: ['definition', 'explanation', 'maana'] },
    { name: 'example', also: ['examplemarakwet'] },
    { name: 'exampleEnglish', also: ['exampletranslation'] },
    { name: 'partOfSpeech', also: ['pos', 'wordclass'] },
    ...languageColumns,
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
    { name: 'sourceBibtex', also: ['bibtex'] },
    { name: 'contributor', also: ['contributors', 'collector', 'collectedby'] },
    { name: 'concept' },
    { name: 'concepticonId' },
    { name: 'concepticonGloss' },
    { name: 'confirmed' },
    { name: 'visibility' },
  ],
  Row,
  tables: ['vocabulary', 'vocabulary_terms'],
  batch: 500,
  titleOf: ({ form }) => form,
  wordsOf: (row) => wordsOf({ ...row, example: exampleOf(row) }),
  namesOf: (row) => namesOf(row),

  mend(values, note) {
    const { english = '', meaning = '' } = values
    const gloss = english.trim().replace(/\s*[\r\n]+\s*/g, ' ')
    if (gloss.length > longestGloss && gloss.length + meaning.length < longestMeaning) {
      values.english = shortGloss(gloss)
      values.meaning = [gloss, meaning.trim()].filter(Boolean).join('\n')
      note('english', refusals.longGloss)
    }
    const parts = ['example', 'exampleEnglish'] as const
    const [given, ...rest] = parts.filter((name) => values[name]?.trim())
    if (given && rest.length === 0) {
      for (const name of parts) delete values[name]
      note(given, refusals.halfExample)
    }
  },

  keyOf: ({ form, english }) => `${sameKey(form)}\n${sameKey(english)}`,
  comparable: (column, cell) => (column === 'sourceBibtex' ? cell.replace(/^(@\w+\{)[^,]*/gm, '$1') : cell),

  async near(db, rows) {
    const { sourceId } = vocabulary
    const { inside, entryId } = vocabularyTerms
    const forms = rows.map(({ form }) => joined(cut(fold(form))))
    const withForm = db
      .select({ id: entryId })
      .from(vocabularyTerms)
      .where(and(eq(inside, false), inArray(joinedTerm, forms)))
    const sources = rows.flatMap((row) => row.sourceId ?? [])
    const [written, listed] = await Promise.all([
      entriesLike(db, inArray(entries.id, withForm)),
      sources.length ? db.select({ id: vocabulary.entryId }).from(vocabulary).where(inArray(sourceId, sources)) : [],
    ])
    return [...written, ...listed.map(({ id }) => id)]
  },

  async byIds(db, ids) {
    return (await selectRows(db).where(inArray(entries.id, ids))).map(rowOf)
  },

  async change(ctx, id, row, columns) {
    const names = ['form', 'english', 'swahili', 'meaning', 'partOfSpeech', 'dialect', 'ipa'] as const
    const example = columns.has('example') || columns.has('exampleEnglish') ? { example: exampleOf(row) } : {}
    const language = await changedLanguage(ctx.db, row, columns)
    await operations.update.handler(ctx, { id, ...changedValues(row, columns, names), ...example, ...language })
    const { sourceBibtex: bibtex } = row
    const own = {
      ...Object.fromEntries(importedOnly.flatMap((name) => (columns.has(name) ? [[name, row[name]]] : []))),
      ...([...columns].some((name) => name.startsWith('source')) && { source: sourceOf(row), bibtex }),
    }
    if (Object.keys(own).length > 0) await ctx.db.update(vocabulary).set(own).where(eq(vocabulary.entryId, id))
  },

  async insert(db, rows) {
    const languageOf = await languagesOfRows(db, rows)
    const words = rows.map((row) => ({
      ...row,
      language: languageOf(row),
      example: exampleOf(row),
      source: sourceOf(row),
      bibtex: row.sourceBibtex,
    }))
    await insertWords(db, words)
  },

  /** Deletes the indexed words that only these entries' terms use. */
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
    const rows = await selectRows(db)
      .where(listedAfter(kind.type, viewer, after))
      .orderBy(asc(entries.id))
      .limit(limit)
    return rows.map(rowOf)
  },
}

function exampleOf({ example, exampleEnglish }: Pick<Row, 'example' | 'exampleEnglish'>) {
  return example && exampleEnglish ? { form: example, english: exampleEnglish } : null
}

/** Shortens "Sample Author 2020. Sample title" to "Sample Author 2020". */
function shortened(citation: string): string {
  return [...(citation.split(/\.\s/)[0] ?? citation)].slice(0, 60).join('')
}

function sourceOf(row: Row): Source | null {
  const { sourceCitation: citation, sourceUrl: url, sourceLicence, sourceShort, sourceForm, form } = row
  if (!citation) return null
  return {
    ...{ citation, url, licence: sourceLicence ?? '' },
    short: sourceShort ?? shortened(citation),
    form: sourceForm ?? form,
  }
}

/** Shortens a gloss at the last comma, semicolon or blank that leaves it short enough. */
function shortGloss(gloss: string): string {
  const start = gloss.slice(0, longestGloss)
  const end = Math.max(...[',', ';', ' '].map((sign) => start.lastIndexOf(sign)))
  return (end > 0 ? start.slice(0, end) : start).replace(/[,;\s]+$/, '').toWellFormed()
}

function selectRows(db: Parameters<typeof imported.near>[0]) {
  return db
    .select({ ...importedColumns, named: languageOfRow, word: vocabulary })
    .from(vocabulary)
    .innerJoin(entries, eq(entries.id, vocabulary.entryId))
    .innerJoin(languages, eq(languages.tag, vocabulary.language))
    .$dynamic()
}

function rowOf({ id, visibility, confirmed, limited, named, word }: Awaited<ReturnType<typeof selectRows>>[number]) {
  const { form, english, swahili, meaning, partOfSpeech, dialect, ipa, ipaApproximate, loan, sourceId } = word
  const { contributor, concept, concepticonId, concepticonGloss } = word
  return {
    ...{ id, visibility, confirmed, limited, form, english, swahili, meaning, partOfSpeech, dialect, ipa },
    ...{ ipaApproximate, loan },
    ...named,
    ...{ sourceId, contributor, concept, concepticonId, concepticonGloss },
    example: word.example?.form ?? null,
    exampleEnglish: word.example?.english ?? null,
    sourceCitation: word.source?.citation ?? null,
    sourceUrl: word.source?.url ?? null,
    sourceLicence: word.source?.licence ?? null,
    sourceShort: word.source?.short ?? null,
    sourceForm: word.source?.form ?? null,
    sourceBibtex: word.bibtex,
  }
}
