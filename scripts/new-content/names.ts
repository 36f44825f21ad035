/** The spellings of a type's name, with `oral-history` as an example. */
export type Names = {
  /** `oral-history`: the folder. */
  folder: string
  /** `oralHistory`: in `registry.ts`, the typed client and `entries.type`. */
  name: string
  /** `OralHistory` */
  Name: string
  /** `oralHistories`: the table in code. */
  names: string
  /** `OralHistories` */
  Names: string
  /** `oral-histories`: the address. */
  path: string
  /** `oral_histories`: the table in the database. */
  table: string
  /** `an oral history` */
  aWord: string
  /** `An oral history` */
  AWord: string
  /** `oral histories` */
  manyWords: string
  /** `Oral histories` */
  Title: string
  /** Name of the table in `operations.ts`, which differs from `names` for words that are their own plural. */
  rows: string
  /** The import of that name. */
  tableImport: string
}

const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/**
 * Returns every spelling of a type's name. Throws an Error if the name or `plural` isn't in kebab-case or is longer
 * than 40 characters, or if the name looks like a plural and no `plural` is given.
 */
export function namesOf(folder: string, plural?: string): Names {
  for (const word of [folder, plural ?? folder])
    if (!kebab.test(word) || word.length > 40)
      throw new Error(`“${word}” is not in kebab-case: please write it like oral-history, in at most 40 characters.`)
  if (!plural && /[^sui]s$/.test(folder))
    throw new Error(
      `“${folder}” looks like a plural: please give the singular, or the plural too (--plural ${folder}).`,
    )
  const path = plural ?? pluralOf(folder)
  const name = camel(folder)
  const names = camel(path)
  const aWord = `${/^[aeiou]/.test(folder) ? 'an' : 'a'} ${folder.replaceAll('-', ' ')}`
  const manyWords = path.replaceAll('-', ' ')
  const rows = names === name ? `${names}Table` : names
  return {
    folder,
    name,
    Name: capital(name),
    names,
    Names: capital(names),
    path,
    table: path.replaceAll('-', '_'),
    aWord,
    AWord: capital(aWord),
    manyWords,
    Title: capital(manyWords),
    rows,
    tableImport: rows === names ? names : `${names} as ${rows}`,
  }
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

function camel(kebab: string): string {
  return kebab.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
