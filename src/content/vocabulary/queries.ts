import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { fold } from '../entry/fold.ts'
import { authorOf, entryColumns, listed, presentEntry } from '../entry/queries.ts'
import { entries } from '../entry/table.ts'
import { presentFile } from '../media/queries.ts'
import type { Alphabet } from './alphabet.ts'
import { glosses } from './fold.ts'
import { readAlphabet } from './letters/queries.ts'
import type { Around, Overview, Pronunciation, Word } from './schema.ts'
import { pronunciations, vocabulary, vocabularyTerms } from './table.ts'

/** Words are counted up to here: beyond it the pages say "more than". */
const countedTo = 10_000
/** How many entries are looked at for what stands around a word. */
const around = 50
/** How many words from the day's lot on are looked at for one that was there before the day. */
const nearTheLot = 200

export const isWord = eq(entries.type, 'vocabulary')

const { entryId: _entryId, lot: _lot, sourceId: _sourceId, ...own } = getTableColumns(vocabulary)

type FileRow = Parameters<typeof presentFile>[0]
const file = sql`'id', f.id, 'kind', f.kind, 'contentType', f.content_type, 'size', f.size, 'width', f.width,
  'height', f.height, 'duration', f.duration, 'peaks', f.peaks, 'variants', f.variants`
/** Beside each word and not joined: a search finds its words first, and looks for their files last. */
const cover = sql<FileRow | null>`(select json_build_object(${file}) from files f where f.id = ${entries.coverId})`
type VoiceRow = FileRow & { speakerId: string | null; speakerName: string | null; speakerAvatar: string | null }
const spoken = sql`select json_build_object(${file},
    'speakerId', a.id, 'speakerName', a.name, 'speakerAvatar', a.avatar) as voice
  from ${pronunciations} p join files f on f.id = p.file_id left join ${accounts} a on a.id = p.speaker_id`
const voice = sql<VoiceRow | null>`(${spoken} where p.entry_id = ${vocabulary.entryId}
  order by p.created_at, p.file_id limit 1)`
export const wordColumns = { ...entryColumns, ...own, cover, voice }

/** Words with their authors in one select; add `where`, order and limit. */
export function selectWords(db: NodePgDatabase) {
  return db
    .select(wordColumns)
    .from(vocabulary)
    .innerJoin(entries, eq(entries.id, vocabulary.entryId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
type WordRow = Awaited<ReturnType<typeof selectWords>>[number]

export function presentWord(row: WordRow): Word {
  const { marakwet, english, meaning, example, partOfSpeech, dialect, ipa, ipaApproximate, loan, source } = row
  const said = { marakwet, english, meaning, example, partOfSpeech, dialect, ipa, ipaApproximate, loan, source }
  const voice = row.voice && presentVoice(row.voice)
  const cover = row.cover && presentFile(row.cover)
  const heard = { pronunciation: voice?.file.url ?? null, voice, picture: cover?.url ?? null, cover }
  return { ...presentEntry(row), ...said, confirmed: row.confirmedAt !== null, ...heard }
}

function presentVoice({ speakerId: id, speakerName: name, speakerAvatar: avatar, ...file }: VoiceRow): Pronunciation {
  return { id: file.id, file: presentFile(file), speaker: id && name ? { id, name, avatar } : null }
}

/** Every recording of a word, the first first. */
export async function voicesOf(db: NodePgDatabase, entryId: string): Promise<Pronunciation[]> {
  const { rows } = await db.execute<{ voice: VoiceRow }>(sql`${spoken}
    where p.entry_id = ${entryId} order by p.created_at, p.file_id`)
  return rows.map(({ voice }) => presentVoice(voice))
}

/** From where to where the sort keys of a letter go, in any of its spellings; to nowhere for what is no letter. */
export function letterRange({ codeOf }: Alphabet, letter: string): { code: string; end: string } {
  const code = codeOf(letter) ?? ''
  return { code, end: next(code) }
}

export function inLetter(code: unknown, end: unknown): SQL {
  return sql`${vocabulary.sortKey} >= ${code} and ${vocabulary.sortKey} < ${end}`
}

function next(code: string): string {
  return code && String.fromCharCode(code.charCodeAt(0) + 1)
}

/** How many words there are for the viewer, their first letters, and the studies they came from. */
export async function overview(db: NodePgDatabase, viewer: Viewer | null): Promise<Overview> {
  const seen = sql`from ${vocabulary} join ${entries} on ${entries.id} = ${vocabulary.entryId} where ${listed(viewer)}`
  const { codes } = await readAlphabet(db)
  const letters = sql.join(
    codes.map(({ code }, at) => sql`(${at}::int, ${code}, ${next(code)})`),
    sql`, `,
  )
  const { rows } = await db.execute<{ total: number; letters: number[]; sources: Overview['sources'] }>(sql`
    select
      (select count(*)::int from (
        select from ${entries} where ${isWord} and ${listed(viewer)} limit ${countedTo + 1}
      ) counted) as total,
      array(select l.place from (values ${letters}) l (place, code, ending)
        where (select true ${seen} and ${inLetter(sql`l.code collate "C"`, sql`l.ending collate "C"`)}
          order by ${vocabulary.sortKey} limit 1)
        order by l.place) as letters,
      (select coalesce(json_agg(s), '[]') from (
        select ${vocabulary.source} ->> 'short' as short, ${vocabulary.source} ->> 'licence' as licence,
          count(*)::int as words, array_remove(array_agg(distinct ${vocabulary.dialect}), null) as dialects
        ${seen} and ${vocabulary.sourceId} is not null group by 1, 2 order by 1) s) as sources`)
  const { total = 0, letters: places = [], sources = [] } = rows[0] ?? {}
  const found = places.map((place) => codes[place]?.letter ?? '')
  return { total: Math.min(total, countedTo), more: total > countedTo, letters: found, sources }
}

/** What stands around a word on its page. Forms and compounds are compared as written, not as searched. */
export async function aroundWord(db: NodePgDatabase, viewer: Viewer | null, word: WordRow): Promise<Around> {
  const meanings = glosses(word.english)
  const form = fold(word.marakwet)
  const { term, entryId, inside } = vocabularyTerms
  const withTerm = (where: SQL | undefined) =>
    selectWords(db)
      .orderBy(vocabulary.sortKey, vocabulary.entryId)
      .where(
        and(
          inArray(vocabulary.entryId, db.select({ id: entryId }).from(vocabularyTerms).where(where)),
          ne(vocabulary.entryId, word.id),
          listed(viewer),
        ),
      )
      .limit(around)
  const [forms, longer, nextTo] = await Promise.all([
    withTerm(and(eq(inside, false), inArray(term, meanings))),
    withTerm(or(eq(term, form), sql`${term} >= ${`${form} `} and ${term} < ${`${form}!`}`)),
    neighbours(db, viewer, word),
  ])
  return {
    forms: forms.filter((other) => glosses(other.english).some((gloss) => meanings.includes(gloss))).map(presentWord),
    builtWith: longer.filter((other) => standsIn(word.marakwet, other.marakwet)).map(presentWord),
    nextTo: nextTo.map(presentWord),
  }
}

/** Whether `form` is a part, of whole words, of the longer form. */
export function standsIn(form: string, longer: string): boolean {
  return form !== longer && ` ${longer} `.includes(` ${form} `)
}

async function neighbours(db: NodePgDatabase, viewer: Viewer | null, word: WordRow): Promise<WordRow[]> {
  const { sortKey, entryId } = vocabulary
  const place = sql`(${word.sortKey}, ${word.id}::uuid)`
  const here = sql`(${sortKey}, ${entryId})`
  const [before, behind] = await Promise.all([
    selectWords(db)
      .where(and(lt(here, place), listed(viewer)))
      .orderBy(desc(sortKey), desc(entryId))
      .limit(2),
    selectWords(db)
      .where(and(gt(here, place), listed(viewer)))
      .orderBy(asc(sortKey), asc(entryId))
      .limit(2),
  ])
  return [...before.reverse(), ...behind]
}

/** Numbers from 0 to 1 that spread evenly however many there are: steps of the golden ratio. */
export function evenLot(step: number): number {
  return (step * 0.618_033_988_749_895) % 1
}

/**
 * The public word of a day, the same all day long in Nairobi: days walk evenly over the words' lots. Words of the day
 * itself wait until the next, unless there is no other near the day's lot. Null while there is no public word.
 */
export async function wordOfTheDay(db: NodePgDatabase, day: string): Promise<Word | null> {
  const lot = evenLot(Date.parse(day) / 86_400_000)
  const publicWord = and(isWord, listed(null))
  // A form without its tones, rebuilt letter by letter, is not one to put on the front page.
  const fit = and(publicWord, eq(vocabulary.ipaApproximate, false))
  const lap = (round: SQL, within: SQL) => sql`(
    select ${vocabulary.entryId}, ${vocabulary.lot}, ${entries.publishedAt}, ${round} as round
    from ${vocabulary} join ${entries} on ${entries.id} = ${vocabulary.entryId}
    where ${vocabulary.lot} ${within} ${lot} and ${fit} order by ${vocabulary.lot} limit ${nearTheLot})`
  const first = sql`(select ${entries.publishedAt} from ${entries} where ${publicWord}
    order by ${entries.publishedAt} limit 1)`
  const picked = sql`(select entry_id from (${lap(sql`0`, sql`>=`)} union all ${lap(sql`1`, sql`<`)}) lots
    order by published_at <= greatest(${`${day}T00:00:00+03:00`}::timestamptz, ${first}) desc, round, lot limit 1)`
  const [row] = await selectWords(db).where(eq(vocabulary.entryId, picked))
  return row ? presentWord(row) : null
}
