import bibtex from '@orcid/bibtex-parse-js'

/** A study as the dictionary cites it: whole, and in a few words. */
export type Citation = { citation: string; short: string; url: string | null }

/** The studies of a BibTeX file by their keys; none where it can't be read. */
export function readBibtex(text: string): Map<string, Citation> {
  try {
    const entries = bibtex.toJSON(text)
    return new Map(
      entries.flatMap(({ citationKey, entryTags }) =>
        citationKey && entryTags ? [[citationKey, cite(entryTags)]] : [],
      ),
    )
  } catch {
    return new Map()
  }
}

function cite(tags: Record<string, string>): Citation {
  const known = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), plain(value)]))
  const { author = '', editor = '', year = '', title = '', journal, booktitle, volume, pages, note, url, doi } = known
  const who = author || editor
  const publisher = known.publisher ?? known.school ?? known.institution ?? known.howpublished
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

/** "Author, Sample and Other, Sample" are "Author and Other"; of more than two, the first. */
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

/** What LaTeX writes as commands, as letters. */
function plain(value: string): string {
  return value
    .replace(/\\(["'`^~=.])\s*\{?\\?([a-zA-Z])\}?/g, (_, accent, letter) => `${letter}${accents[accent]}`)
    .replace(/\\([uvdckr])\s*\{([a-zA-Z])\}/g, (_, accent, letter) => `${letter}${accents[accent]}`)
    .replace(/\\ss\b/g, 'ß')
    .replace(/\\([&%$#_])/g, '$1')
    .replace(/~/g, ' ')
    .replace(/---?/g, '–')
    .replace(/[{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}
