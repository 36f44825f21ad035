import { asc, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { rowsOf } from '#content/entry/list/reads.ts'
import { Invalid } from '#core/errors.ts'
import { sameKey } from '#text/fold.ts'
import { languoidOf } from './glottolog.ts'
import { refusals } from './refusals.ts'
import type { Language } from './schema.ts'
import { languages } from './table.ts'

const { tag, name, iso639_3, glottocode, parent, position } = languages
const all = rowsOf('languages', ({ db }) =>
  db.select({ tag, name, iso639_3, glottocode, parent }).from(languages).orderBy(asc(position), asc(name)).$dynamic(),
)

/** Returns the languages of the site, its own first. */
export function readLanguages(db: NodePgDatabase): Promise<Language[]> {
  return all({ db, viewer: null })
}

export async function siteLanguage(db: NodePgDatabase): Promise<string> {
  const [own] = await db.select({ tag: languages.tag }).from(languages).orderBy(asc(languages.position)).limit(1)
  if (!own) throw new Error('the site has no language')
  return own.tag
}

/**
 * Returns the language of a new text: the chosen one, or the site's own. Throws Invalid if the site doesn't have the
 * chosen one.
 */
export async function languageOfNew(db: NodePgDatabase, tag: string | undefined): Promise<string> {
  if (tag === undefined) return siteLanguage(db)
  await requireLanguage(db, tag)
  return tag
}

/** Throws Invalid if the site has no such language. */
export async function requireLanguage(db: NodePgDatabase, tag: string | undefined): Promise<void> {
  if (tag === undefined) return
  const [stored] = await db.select({ tag: languages.tag }).from(languages).where(eq(languages.tag, tag))
  if (!stored) throw new Invalid(undefined, [{ path: 'language', message: refusals.unknownLanguage }])
}

/** The language of an imported row, by its name and codes in the file; all are null for the site's own language. */
export type NamedInFile = { language: string | null; iso639_3: string | null; glottocode: string | null }

/**
 * Returns a function that returns the tag of a row's language. Adds languages that the site doesn't have, with their
 * data from Glottolog.
 */
export async function languagesOfRows(db: NodePgDatabase, rows: NamedInFile[]): Promise<(row: NamedInFile) => string> {
  const stored = await readLanguages(db)
  const tags = new Map<string, string | undefined>([[ownKey, stored[0]?.tag]])
  for (const row of rows) {
    const key = keyOf(row)
    if (tags.has(key)) continue
    const named = namedOf(row)
    tags.set(key, stored.find((one) => isSame(one, named))?.tag ?? (await addLanguage(db, named)))
  }
  return (row) => tags.get(keyOf(row)) ?? ''
}

const keyOf = ({ language, iso639_3, glottocode }: NamedInFile) => JSON.stringify([language, iso639_3, glottocode])
const ownKey = keyOf({ language: null, iso639_3: null, glottocode: null })

function namedOf({ language, iso639_3, glottocode }: NamedInFile): Named {
  return { name: language ?? glottocode ?? iso639_3 ?? '', iso639_3, glottocode }
}

/**
 * Returns the tag of a language, and adds the language if the site doesn't have it yet. Two languages are the same if
 * they have the same Glottocode, else the same ISO 639-3 code, else (without codes) the same tag or name.
 */
export async function addLanguage(db: NodePgDatabase, named: Named): Promise<string> {
  // Languages are added one at a time, so that two writers don't add the same one.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('languages'))`)
  const stored = await readLanguages(db)
  const match = stored.find((one) => isSame(one, named))
  if (match) return match.tag
  const languoid = named.glottocode ? await languoidOf(named.glottocode) : undefined
  const name = languoid?.name ?? named.name
  const glottocode = named.glottocode ?? null
  // Files often give a dialect the ISO 639-3 code of its language. Glottolog says whether the dialect has its own code.
  const code = languoid ? languoid.iso639_3 : (named.iso639_3 ?? null)
  const parent = languoid?.parent ? stored.find((one) => one.glottocode === languoid.parent) : undefined
  const iso639_3 = stored.some((one) => one.iso639_3 === code) ? null : code
  const tag = newTag({ name, iso639_3, glottocode }, (tag) => stored.some((one) => one.tag === tag), parent)
  const position = sql`(select coalesce(max(position), -1) + 1 from ${languages})`
  await db.insert(languages).values({ tag, name, iso639_3, glottocode, parent: parent?.tag ?? null, position })
  return tag
}

function isSame(one: Language, { name, iso639_3, glottocode }: Named): boolean {
  if (glottocode && one.glottocode) return one.glottocode === glottocode
  if (iso639_3 && one.iso639_3 && !glottocode) return one.iso639_3 === iso639_3
  if (glottocode || iso639_3) return false
  return one.tag.toLowerCase() === name.toLowerCase() || sameKey(one.name) === sameKey(name)
}

/** The name of a language or dialect, and its codes if they are known. */
type Named = { name: string; iso639_3?: string | null; glottocode?: string | null }

/**
 * Returns a language tag (BCP 47) that is not `taken`: the ISO 639-3 code if it is free. Otherwise the tag begins with
 * that code, the code of the dialect's language or `mis` (uncoded), and has the Glottocode or name in a private part.
 */
function newTag({ name, iso639_3, glottocode }: Named, taken: (tag: string) => boolean, parent?: Language) {
  if (iso639_3 && !taken(iso639_3)) return iso639_3
  const start = `${iso639_3 ?? parent?.iso639_3 ?? 'mis'}-x-`
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  const end = glottocode ?? (plain.slice(0, 8) || 'other')
  for (let at = 1; ; at++) {
    const tag = start + (at === 1 ? end : `${end}-${at}`)
    if (!taken(tag)) return tag
  }
}
