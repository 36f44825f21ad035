import bibtex from '@orcid/bibtex-parse-js'

/** The complete and the short citation of a study, and its BibTeX entry with unchanged fields. */
export type Citation = { citation: string; short: string; url: string | null; bibtex: string }

/** Parses a BibTeX file into citations by key. Returns an empty map if the file can't be read. */
export function readBibtex(text: string): Map<string, Citation> {
  try {
    const entries = bibtex.toJSON(text)
    return new Map(
      entries.flatMap(({ citationKey, entryType, entryTags }) =>
        citationKey && entryTags
          ? [[citationKey, { ...cite(entryTags), bibtex: toBibtex(entryType, citationKey, entryTags) }]]
          : [],
      ),
    )
  } catch {
    return new Map()
  }
}

function toBibtex(type: string, key: string, tags: Record<string, string>): string {
  const lines = Object.entries(tags).map(([name, value]) => `  ${name} = {${value}}`)
  return `@${type}{${key},\n${lines.join(',\n')}\n}`
}

function cite(tags: Record<string, string>): Omit<Citation, 'bibtex'> {
  const fields = Object.fromEntries(
    Object.entries(tags).map(([key, value]) => {
      const name = key.toLowerCase()
      return [name, ['url', 'doi'].includes(name) ? verbatim(value) : plain(value)]
    }),
  )
  const { author = '', editor = '', year = '', title = '', journal, booktitle, volume, pages, note, url, doi } = fields
  const who = author || editor
  const publisher = fields.publisher ?? fields.school ?? fields.institution ?? fields.howpublished
  const within = [journal ?? booktitle, volume].filter(Boolean).join(' ')
  const parts = [
    [who, year].filter(Boolean).join(' '),
    title,
    [within, pages].filter(Boolean).join(': '),
    publisher,
    note,
  ]
  const citation = parts.flatMap((part) => (part ? [part.replace(/\.$/, '')] : [])).join('. ')
  return {
    citation: citation && `${citation}.`,
    short: [surnames(who), year].filter(Boolean).join(' ') || title.slice(0, 60),
    url: url || (doi ? `https://doi.org/${doi.replace(/^https?:\/\/(dx\.)?doi\.org\//, '')}` : null),
  }
}

/** Shortens "Author, Sample and Other, Sample" to "Author and Other", and more than two names to "Author et al.". */
function surnames(who: string): string {
  const names = who.split(/\s+and\s+/).map((name) => (name.includes(',') ? name.split(',')[0] : name.split(' ').at(-1)))
  return names.length > 2 ? `${names[0]} et al.` : names.join(' and ')
}

const accents: Record<string, string> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030A',
  v: '\u030C',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
}

/** Converts LaTeX commands to characters, except in addresses, where ~ and -- mean themselves. */
function plain(value: string): string {
  return value
    .split(/(\\url\s*\{[^{}]*\}|https?:\/\/[^\s{}]+)/)
    .map((part, at) => (at % 2 === 1 ? verbatim(part) : unescaped(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}

/** Returns an address without the LaTeX commands and braces around it. */
function verbatim(value: string): string {
  return value
    .replace(/\\url\s*(?=\{)/g, '')
    .replace(/\{\\([&%$#_~])\}/g, '$1')
    .replace(/\\([&%$#_~])/g, '$1')
    .replace(/^[\s{]+|[\s}]+$/g, '')
}

function unescaped(value: string): string {
  return value
    .replace(/\\(["'`^~=.])\s*\{?\\?([a-zA-Z])\}?/g, (_, accent, letter) => `${letter}${accents[accent]}`)
    .replace(/\\([uvdckr])\s*\{([a-zA-Z])\}/g, (_, accent, letter) => `${letter}${accents[accent]}`)
    .replace(/\\ss\b/g, 'ß')
    .replace(/\\([&%$#_])/g, '$1')
    .replace(/~/g, ' ')
    .replace(/---?/g, '–')
    .replace(/[{}]/g, '')
}
