import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

// Finds marks of stilted English and prints the file, line and rule of each. It helps an editor, but does not replace
// one.

type Rule = { pattern: RegExp; rule: string }
/** A comment or a text of the interface. */
type Passage = { file: string; line: number; words: string }

const everywhere: Rule[] = [
  { pattern: /\bstands\b/i, rule: 'Say that it is there, or what it means, instead of "stands".' },
  { pattern: /\blies in\b/i, rule: 'Say where it is instead of "lies in".' },
  { pattern: /\b(?:is|are) kept\b/i, rule: 'Say "stored", "saved" or "stays" instead of "is kept".' },
  { pattern: /\bof theirs\b/i, rule: 'Name the owner instead of "of theirs".' },
  { pattern: /\b(?:whoever|whomever|whosever)\b/i, rule: 'Name the person: "the member who…", "anyone who…".' },
  { pattern: /\bdid not load\b/i, rule: 'Write "Couldn’t load…", and what to do.' },
  { pattern: /\bthe same \w+ again\b/i, rule: 'Write "Confirm…".' },
]

const comments: Rule[] = [
  {
    pattern: /^(?:Who|Whose|Whom|Whoever|What|Of|So|Nobody|None of|Such)\b/,
    rule: 'Begin the comment with the subject of a sentence, or with a verb.',
  },
  { pattern: /\bspec §/i, rule: 'Cite docs/spec.md by its own numbers.' },
]

const texts: Rule[] = [
  { pattern: /\bmake an account\b|^join$/i, rule: 'Write "Sign up".' },
  { pattern: /\bthere is nothing at this address\b/i, rule: 'Write "Page not found".' },
  { pattern: /\bthis is needed\b/i, rule: 'Write "This field is required", or what to enter.' },
  { pattern: /\bwho may see\b/i, rule: 'Write "Who can see this".' },
  { pattern: /\bnobody has spoken\b/i, rule: 'Write "No recordings yet".' },
  { pattern: /\bgoes with its\b/i, rule: 'Write "This also deletes…".' },
  { pattern: /\bwritten down by\b/i, rule: 'Write "Transcripts".' },
  { pattern: /\bnot told\b/i, rule: 'Write "Not given".' },
  { pattern: /\broom for all\b/i, rule: 'Write "Leave blank for no limit".' },
  { pattern: /\bsend the original\b/i, rule: 'Write "Upload at full size".' },
  { pattern: /\bgive it up\b/i, rule: 'Name the action: "Cancel import".' },
  { pattern: /\bno mail leaves\b/i, rule: 'Write "Email is not set up".' },
  { pattern: /\bwould outlive\b/i, rule: 'Write "Backups and file checks".' },
  { pattern: /\bnames a place\b/i, rule: 'Say which setting to set.' },
  { pattern: /\bnobody signed in\b/i, rule: 'Name the person who did it.' },
  { pattern: /\bwhat concerns me\b|\blists begin as\b/i, rule: 'Write "Email me about my activity", "Default view".' },
  { pattern: /\bgood to see you again\b/i, rule: 'Write "Log in".' },
  { pattern: /\bwhat it is called\b|\bhow many pieces\b|\bprice of one\b/i, rule: 'Write "Name", "Stock", "Price".' },
  { pattern: /^goods$|\bhow you (?:get it|pay)\b/i, rule: 'Write "Subtotal", "Delivery", "Payment".' },
  {
    pattern: /\bwhere it is sent\b|\byour telephone\b|\bplace the order\b/i,
    rule: 'Write "Delivery address", "Place order".',
  },
  { pattern: /\bchoose the part\b|\bkeep this photo\b/i, rule: 'Write "Crop photo", "Save photo".' },
  { pattern: /\bwhere you are signed in\b/i, rule: 'Write "Login activity".' },
  { pattern: /\bsign(?:ed)? in\b/i, rule: 'Write "log in".' },
]

/** Maximum number of words in a sentence on screen. */
const maxWords = 25

const sources = globSync('{src,test,tools,scripts,bench}/**/*.{ts,tsx,mjs,cjs}').concat(globSync('*.ts'))
const catalogues = /\/(?:text|refusals|sentences|mail-texts)\.ts$/
const styles = globSync('src/**/*.css')

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length
}

/** Returns the comments of a file. Successive line comments count as one. */
function commentsOf(file: string): Passage[] {
  const source = readFileSync(file, 'utf8')
  const matches = file.endsWith('.css')
    ? [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 1: value = '', index }) => ({ value, start: index, end: 0 }))
    : parseSync(file, source).comments
  const merged: { value: string; start: number; end: number }[] = []
  for (const { value, start, end } of matches) {
    const last = merged.at(-1)
    if (last?.end && /^\s*$/.test(source.slice(last.end, start)) && source.startsWith('//', start)) {
      last.value += ` ${value}`
      last.end = end
    } else merged.push({ value, start, end: source.startsWith('//', start) ? end : 0 })
  }
  return merged.map(({ value, start }) => ({
    file,
    line: lineOf(source, start),
    words: value.replace(/^[*\s]+|\s*\n\s*\*?\s*/g, ' ').trim(),
  }))
}

/** Returns the texts of a catalogue, with `…` in place of inserted values. */
function textsOf(file: string): Passage[] {
  const source = readFileSync(file, 'utf8')
  const passages: Passage[] = []
  const add = (start: number, words: string) => passages.push({ file, line: lineOf(source, start), words })
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') add(start, value)
    },
    TemplateLiteral({ quasis, start }) {
      add(start, quasis.map(({ value }) => value.cooked).join('…'))
    },
  }).visit(parseSync(file, source).program)
  return passages
}

function broken(passages: Passage[], rules: Rule[]): string[] {
  return passages.flatMap(({ file, line, words }) =>
    rules.filter(({ pattern }) => pattern.test(words)).map(({ rule }) => `${file}:${line}: ${rule} "${words}"`),
  )
}

/** Fails with all lines, which `toEqual([])` would cut short. */
function expectNone(marks: string[]): void {
  expect(marks.join('\n')).toBe('')
}

test('comments are sentences in ordinary English', () => {
  const passages = [...sources, ...styles].flatMap(commentsOf)
  expect(passages.length).toBeGreaterThan(3_000)
  expectNone(broken(passages, [...everywhere, ...comments]))
})

test('texts on screen use the words that people know', () => {
  const passages = sources.filter((file) => catalogues.test(file)).flatMap(textsOf)
  expect(passages.length).toBeGreaterThan(2_000)
  expectNone(broken(passages, [...everywhere, ...texts]))
})

test(`sentences on screen have at most ${maxWords} words`, () => {
  const tooLong = sources
    .filter((file) => catalogues.test(file))
    .flatMap(textsOf)
    .flatMap(({ file, line, words }) =>
      words
        .split(/(?<=[.!?])\s+|\n/)
        .filter((sentence) => sentence.split(/\s+/).length > maxWords)
        .map((sentence) => `${file}:${line}: Make two sentences of it. "${sentence}"`),
    )
  expectNone(tooLong)
})

test('the check finds marks of stilted English and accepts ordinary sentences', () => {
  const passage = (words: string) => [{ file: 'a', line: 1, words }]
  for (const words of [
    'It stands here.',
    'It lies in a folder.',
    'It is kept.',
    'A friend of theirs.',
    'Whoever it is.',
  ])
    expect(broken(passage(words), everywhere), words).toHaveLength(1)
  for (const words of ['Who was signed out is so at once.', 'Of the entry.', 'None of them.', 'See spec §3.'])
    expect(broken(passage(words), comments), words).toHaveLength(1)
  expect(broken(passage('It also deletes the file. Whole sentences pass.'), [...everywhere, ...comments])).toEqual([])
})
