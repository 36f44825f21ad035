import { and, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { rowsOf } from '#content/entry/list/reads.ts'
import { fixedLimit } from '#content/entry/list/statements.ts'
import { authorOf, entryColumns, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { CountedInParts } from '#content/entry/visibility/parts.ts'
import { pageFor } from '#content/entry/visibility/person.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { addedVisible } from '#content/entry/visibility/unlisted.ts'
import { addressOf, isUnheard, presentFile } from '#content/media/queries.ts'
import type { Context, Viewer } from '#core/context.ts'
import { hasRole } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { fold, foldKeepingTones, joined, sameKey } from '#text/fold.ts'
import { cut, glosses } from '#text/terms.ts'
import type { Alphabet } from './letters/alphabet.ts'
import { readAlphabet } from './letters/queries.ts'
import { mayDeletePronunciation } from './pronunciation/policy.ts'
import { type Around, type Overview, type Pronunciation, type Word, withAlias } from './schema.ts'
import { homonymOrder, inOrder, joinedTerm, pronunciations, vocabulary, vocabularyTerms } from './table.ts'

/** Words are counted up to this number; beyond it, pages say "more than". */
const countedTo = 10_000
/** Maximum number of related words examined, for other forms and for longer forms. */
const around = 50
/** Maximum number of words examined from the day's lot on, and from lot 0, to find one published before the day. */
const nearTheLot = 200

export const isWord = eq(entries.type, 'vocabulary')

const { entryId: _entryId, lot: _lot, sourceId: _sourceId, bibtex: _bibtex, ...own } = getTableColumns(vocabulary)

export type FileRow = Parameters<typeof presentFile>[0]
/** The fields of a file `f` for `json_build_object`. Pass the object to `presentFile`. */
export const file = sql`'id', f.id, 'kind', f.kind, 'contentType', f.content_type, 'size', f.size, 'width', f.width,
  'height', f.height, 'duration', f.duration, 'peaks', f.peaks, 'variants', f.variants`
/** Selects the cover in a subselect, not a join, so that a search looks up files only for the words it found. */
const cover = sql<FileRow | null>`(select json_build_object(${file}) from files f where f.id = ${entries.coverId})`
type VoiceRow = FileRow & {
  speakerId: string | null
  speakerName: string | null
  speakerAvatar: string | null
  speakerPage: boolean
  spokenBy: string | null
  consentId: string | null
  unlisted: boolean
  unheard: boolean
}
const unheard = isUnheard(sql`f`)
const voiceSelect = (page: SQL) => sql`select json_build_object(${file},
    'speakerId', a.id, 'speakerName', a.name, 'speakerAvatar', a.avatar, 'speakerPage', ${page},
    'spokenBy', p.speaker_name, 'consentId', p.consent_id, 'unlisted', p.unlisted, 'unheard', ${unheard}) as voice
  from ${pronunciations} p join files f on f.id = p.file_id left join ${accounts} a on a.id = p.speaker_id`
const voice = sql<VoiceRow | null>`(${voiceSelect(sql`false`)} where p.entry_id = ${vocabulary.entryId} and not p.unlisted
  and not ${unheard}
  order by p.created_at, p.file_id limit 1)`
export const wordColumns = { ...entryColumns, ...own, cover, voice }

/** Selects words with their authors; add `where`, order and limit. */
export function selectWords({ db }: Pick<Context, 'db'>) {
  return db
    .select(wordColumns)
    .from(vocabulary)
    .innerJoin(entries, eq(entries.id, vocabulary.entryId))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}
type WordRow = Awaited<ReturnType<typeof selectWords>>[number]

export function presentWord(row: WordRow): Word {
  const { form, language, english, swahili, meaning, partOfSpeech, dialect, ipa, ipaApproximate, loan, source } = row
  const { contributor, concept, concepticonId, concepticonGloss } = row
  const example = row.example && withAlias(row.example)
  const fields = {
    ...{ form, language, english, swahili, meaning, example, partOfSpeech, dialect, ipa, ipaApproximate, loan, source },
    ...{ contributor, concept, concepticonId, concepticonGloss },
  }
  const voice = row.voice && presentVoice(row.voice)
  const cover = row.cover && presentFile(row.cover)
  const mediaFields = { pronunciation: voice?.file.url ?? null, voice, picture: cover?.url ?? null, cover }
  return { ...presentEntry(row), ...withAlias(fields), confirmed: row.confirmedAt !== null, ...mediaFields }
}

function presentVoice(row: VoiceRow): Pronunciation {
  const { speakerId: id, speakerName: name, speakerAvatar: avatar, speakerPage: page, ...more } = row
  const { spokenBy, consentId: _, unlisted, unheard, ...file } = more
  const speaker = id && name ? { id, name, avatar, page } : null
  const notes = { ...(spokenBy && { spokenBy }), ...(unlisted && { unlisted }), ...(unheard && { unheard }) }
  return { id: file.id, file: presentFile(file), speaker, ...notes }
}

/** Returns the recordings of a word that the viewer may hear, oldest first. */
export async function voicesOf(db: NodePgDatabase, viewer: Viewer | null, entryId: string): Promise<Pronunciation[]> {
  const audible =
    addedVisible({ authorId: sql`p.speaker_id`, unlisted: sql`(p.unlisted or ${unheard})` }, viewer) ?? sql`true`
  const { rows } = await db.execute<{ voice: VoiceRow }>(sql`${voiceSelect(pageFor(viewer, sql`a.id`))}
    where p.entry_id = ${entryId} and ${audible} order by p.created_at, p.file_id`)
  return rows.map(({ voice }) => {
    const may = mayDeletePronunciation(viewer, voice) ? (['delete'] as const) : []
    const consent = voice.consentId && hasRole(viewer, 'keeper') && { consent: addressOf(voice.consentId) }
    return { ...presentVoice(voice), ...consent, ...(viewer && { may: [...may] }) }
  })
}

/** Returns the range of sort keys of a letter in any spelling; an empty one for other characters. */
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

type Reading = Pick<Context, 'db' | 'viewer' | 'contentVersion'>

/** The numbers of words, and of those with a voice. */
const tallies = new CountedInParts(200, async (db, part) => {
  const { rows } = await db.execute<{ total: number; voiced: number }>(sql`select (select count(*)::int from (
      select from ${entries} where ${isWord} and ${part} limit ${countedTo + 1}
    ) counted) as total,
    (select count(distinct p.entry_id)::int from ${pronunciations} p join files f on f.id = p.file_id
      join ${entries} on ${entries.id} = p.entry_id
      where not p.unlisted and not ${unheard} and ${part}) as voiced`)
  return rows
})

/** Returns the number of words visible to the viewer, counted a little beyond `countedTo`, and of those with a voice. */
async function tally(ctx: Reading) {
  const parts = (await tallies.of(ctx)).flat()
  const sum = (name: 'total' | 'voiced') => parts.reduce((all, part) => all + part[name], 0)
  return { total: sum('total'), voiced: sum('voiced') }
}

/** Returns the share, from 0 to 1, of the words visible to everyone that have a voice. Every page shows it. */
export async function voicedShare(ctx: Pick<Context, 'db' | 'contentVersion'>): Promise<number> {
  const { total, voiced } = await tally({ ...ctx, viewer: null })
  return total ? Math.min(1, voiced / total) : 0
}

/** Returns the number of words visible to the viewer and of those with a voice, their first letters, and their sources. */
export async function overview(ctx: Reading): Promise<Overview> {
  const [{ total, voiced }, parts] = await Promise.all([tally(ctx), contents.of(ctx)])
  const byPlace = new Map(parts.flatMap(({ letters }) => letters))
  return {
    total: Math.min(total, countedTo),
    more: total > countedTo,
    voiced,
    letters: [...byPlace].sort(([a], [b]) => a - b).map(([, letter]) => letter),
    sources: added(parts.flatMap(({ sources }) => sources)),
  }
}

/** The first letters of words, each with its place in the alphabet, and the sources of words. */
type Contents = { letters: [place: number, letter: string][]; sources: Overview['sources'] }

const contents = new CountedInParts(200, async (db, part): Promise<Contents> => {
  const words = sql`from ${vocabulary} join ${entries} on ${entries.id} = ${vocabulary.entryId} where ${part}`
  const { codes } = await readAlphabet(db)
  const letters = sql.join(
    codes.map(({ code }, at) => sql`(${at}::int, ${code}, ${next(code)})`),
    sql`, `,
  )
  const { rows } = await db.execute<{ letters: number[]; sources: Contents['sources'] }>(sql`
    select array(select l.place from (values ${letters}) l (place, code, ending)
        where (select true ${words} and ${inLetter(sql`l.code collate "C"`, sql`l.ending collate "C"`)}
          order by ${vocabulary.sortKey} limit 1)) as letters,
      (select coalesce(json_agg(s), '[]') from (
        select ${vocabulary.source} ->> 'short' as short, ${vocabulary.source} ->> 'licence' as licence,
          count(*)::int as words, array_remove(array_agg(distinct ${vocabulary.dialect}), null) as dialects
        ${words} and ${vocabulary.source} is not null group by 1, 2 order by 1) s) as sources`)
  const { letters: places = [], sources = [] } = rows[0] ?? {}
  return { letters: places.map((place) => [place, codes[place]?.letter ?? '']), sources }
})

/** Adds up the sources of words that have no word in common. */
function added(sources: Overview['sources']): Overview['sources'] {
  const equal = Map.groupBy(sources, ({ short, licence }) => JSON.stringify([short, licence]))
  return [...equal.values()].map((ones) => ({
    ...(ones[0] as Overview['sources'][number]),
    words: ones.reduce((sum, { words }) => sum + words, 0),
    dialects: [...new Set(ones.flatMap(({ dialects }) => dialects))].sort(),
  }))
}

/** Selects related words, by a condition on their terms. */
function relatedBy(name: string, condition: SQL | undefined) {
  const limited = (by: Pick<Context, 'db'>) =>
    selectWords(by)
      .orderBy(...inOrder)
      .limit(fixedLimit(around))
  const ids = sql`(select ${vocabularyTerms.entryId} from ${vocabularyTerms} where ${condition})`
  const isOther = sql`${vocabulary.entryId} <> ${sql.placeholder('id')}`
  return rowsOf(name, limited, (viewer) => and(sql`${vocabulary.entryId} in ${ids}`, isOther, listed(viewer)))
}
const { term, inside } = vocabularyTerms
const withMeanings = relatedBy(
  'words_with_meanings',
  and(sql`not ${inside}`, sql`${joinedTerm} = any(${sql.placeholder('meanings')}::text[])`),
)
const withForm = relatedBy(
  'words_with_form',
  sql`(${term} = ${sql.placeholder('form')} or ${term} >= ${sql.placeholder('begun')} and ${term} < ${sql.placeholder('end')})`,
)

/** Returns related words for a word's page. Compounds contain the form with its tones. */
export async function aroundWord(ctx: Pick<Context, 'db' | 'viewer'>, word: WordRow): Promise<Around> {
  const meanings = meaningsOf(word)
  const form = cut(fold(word.form))
  const [forms, longer, nextTo] = await Promise.all([
    withMeanings(ctx, { id: word.id, meanings }),
    withForm(ctx, { id: word.id, form, begun: `${form} `, end: `${form}!` }),
    neighbours(ctx, word),
  ])
  return {
    forms: forms.filter((other) => meaningsOf(other).some((gloss) => meanings.includes(gloss))).map(presentWord),
    builtWith: longer.filter((other) => standsIn(word.form, other.form)).map(presentWord),
    nextTo: nextTo.map(presentWord),
  }
}

function meaningsOf({ english }: Pick<WordRow, 'english'>): string[] {
  return glosses(english).map((gloss) => joined(cut(gloss)))
}

/** Returns whether `form` occurs as whole words in the longer form. */
function standsIn(form: string, longer: string): boolean {
  return sameKey(form) !== sameKey(longer) && ` ${foldKeepingTones(longer)} `.includes(` ${foldKeepingTones(form)} `)
}

const here = sql`(${sql.join([...inOrder], sql`, `)})`
const place = sql`(${sql.placeholder('sortKey')}, ${homonymOrder(sql.placeholder('form'))}, ${sql.placeholder('id')}::uuid)`

/** Returns a function that reads the two words on one side of a word. */
function twoWords(side: string, isBeyond: typeof lt, order: readonly (SQL | PgColumn)[]) {
  const nearest = (by: Pick<Context, 'db'>) =>
    selectWords(by)
      .orderBy(...order)
      .limit(fixedLimit(2))
  return rowsOf(`words_${side}`, nearest, (viewer) => and(isBeyond(here, place), listed(viewer)))
}
const wordsBefore = twoWords(
  'before',
  lt,
  inOrder.map((column) => desc(column)),
)
const wordsBehind = twoWords('behind', gt, inOrder)

async function neighbours(ctx: Pick<Context, 'db' | 'viewer'>, { sortKey, form, id }: WordRow): Promise<WordRow[]> {
  const values = { sortKey, form, id }
  const [before, behind] = await Promise.all([wordsBefore(ctx, values), wordsBehind(ctx, values)])
  return [...before.reverse(), ...behind]
}

/** Returns a number from 0 to 1 for a step. The golden ratio spreads successive numbers evenly. */
export function evenLot(step: number): number {
  return (step * 0.618_033_988_749_895) % 1
}

/**
 * Returns the public word of a day in Nairobi, or null if there is none. Days are spread evenly over the words' lots.
 * Words published on the day wait until the next day, unless no other is near.
 */
export async function wordOfTheDay({ db }: Pick<Context, 'db'>, day: string): Promise<Word | null> {
  const values = { lot: evenLot(Date.parse(day) / 86_400_000), start: `${day}T00:00:00+03:00` }
  const [row] = await wordsPicked({ db, viewer: null }, values)
  return row ? presentWord(row) : null
}

const wordsPicked = rowsOf('word_of_the_day', selectWords, () => {
  const publicWord = and(isWord, listed(null))
  // A form without tones, rebuilt letter by letter, is not suitable for the home page.
  const fit = and(publicWord, eq(vocabulary.ipaApproximate, false))
  const lap = (round: SQL, within: SQL) => sql`(
    select ${vocabulary.entryId}, ${vocabulary.lot}, ${entries.publishedAt}, ${round} as round
    from ${vocabulary} join ${entries} on ${entries.id} = ${vocabulary.entryId}
    where ${vocabulary.lot} ${within} ${sql.placeholder('lot')} and ${fit} order by ${vocabulary.lot} limit ${nearTheLot})`
  const first = sql`(select ${entries.publishedAt} from ${entries} where ${publicWord}
    order by ${entries.publishedAt} limit 1)`
  const picked = sql`(select entry_id from (${lap(sql`0`, sql`>=`)} union all ${lap(sql`1`, sql`<`)}) lots
    order by published_at <= greatest(${sql.placeholder('start')}::timestamptz, ${first}) desc, round, lot limit 1)`
  return eq(vocabulary.entryId, picked)
})
