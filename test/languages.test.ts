import { globSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { catalogue, learn, speak } from '#core/language.ts'
// Loaded first, for it says where the language comes from, and a test below says otherwise.
import '#server/language.ts'
import { kiswahili } from '#src/kiswahili.ts'
import { refusals } from '#src/refusals.sw.ts'

type Catalogue = Record<string, unknown>
const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'))
const words: Record<string, object> = { ...kiswahili, ...refusals }
const english = await Promise.all(sources.filter((file) => /\bcatalogue\('/.test(readFileSync(file, 'utf8'))).map(read))

async function read(file: string) {
  const name = /\bcatalogue\('([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const module = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, Catalogue>
  return { file, name, text: module.text ?? module.refusals ?? module.sentences ?? {} }
}

afterAll(() => speak(() => 'en'))

describe('every catalogue', () => {
  test('is found', () => {
    expect(english.length).toBeGreaterThan(15)
    expect(sources.filter((file) => /\/text\.ts$/.test(file) && file !== 'src/core/text.ts')).toEqual(
      english.map(({ file }) => file).filter((file) => /\/text\.ts$/.test(file)),
    )
  })

  test.each(english)('$name has Kiswahili for each of its words, and no other', ({ name, text }) => {
    expect(words[name], `src/kiswahili.ts lacks ${name}`).toBeDefined()
    expect(shapeOf(words[name])).toEqual(shapeOf(text))
  })

  test('of Kiswahili belongs to one of English', () => {
    expect(Object.keys(words).sort()).toEqual(english.map(({ name }) => name).sort())
  })

  test('of Kiswahili is marked as a draft until a speaker has reviewed it', () => {
    const drafts = sources.filter((file) => /\.sw\.ts$/.test(file) && file !== 'src/refusals.sw.ts')
    const unmarked = drafts.filter((file) => !/^\/\/ (Rasimu: a draft|Reviewed by) /m.test(readFileSync(file, 'utf8')))
    expect(unmarked).toEqual([])
  })
})

/** Every key with what stands there: a list's length, how many arguments a sentence takes, that no text is empty. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return `of ${value.length}`
  if (typeof value === 'string') return value.trim() === '' ? 'empty' : 'text'
  if (Array.isArray(value)) return value.map(shapeOf)
  return Object.fromEntries(Object.entries(value as Catalogue).map(([key, one]) => [key, shapeOf(one)]))
}

test('no module reads words while it loads: they would stay in the language of that moment', async () => {
  speak(() => {
    throw new Error('words were read while the module loaded: read them inside a function')
  })
  const readers = sources.filter(
    (file) =>
      !file.startsWith('src/reading/') &&
      file !== 'src/entry.client.tsx' &&
      /from '[^']*(text|refusals|sentences)\.ts'/.test(readFileSync(file, 'utf8')),
  )
  expect(readers.length).toBeGreaterThan(60)
  const wrong: string[] = []
  for (const file of readers)
    await import(/* @vite-ignore */ `../${file}`).catch((error: Error) => wrong.push(`${file}: ${error.message}`))
  expect(wrong).toEqual([])
})

test('a refusal’s sentence stands in a catalogue', () => {
  const refusal =
    /new (?:Invalid|Unauthorized|Forbidden|NotFound|Conflict|TooLarge|UnsupportedMedia|TooMany|Refusal)\(/g
  const wrong = sources.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(refusal)].flatMap(({ index }) => {
      const call = source.slice(index, source.indexOf('\n', index))
      return /['`"][A-Z][^'`"]* /.test(call) ? [`${file}: ${call}`] : []
    })
  })
  expect(wrong).toEqual([])
})

describe('catalogue()', () => {
  const plain = { title: 'Title', of: (name: string) => `of ${name}`, rules: [['One', 'two']], deep: { er: 'Deeper' } }
  const text = catalogue('a test', plain)
  const given = text.rules
  const deep = text.deep

  test('answers in the language of the moment, also for a part that was taken before', () => {
    learn({
      'a test': { title: 'Kichwa', of: (n: string) => `ya ${n}`, rules: [['Moja', 'mbili']], deep: { er: 'Ndani' } },
    })
    speak(() => 'en')
    expect([text.title, text.of('x'), given[0]?.[1], deep.er]).toEqual(['Title', 'of x', 'two', 'Deeper'])
    speak(() => 'sw')
    expect([text.title, text.of('x'), given[0]?.[1], deep.er]).toEqual(['Kichwa', 'ya x', 'mbili', 'Ndani'])
    expect(given.map(([rule]) => rule)).toEqual(['Moja'])
    expect(Object.entries(deep)).toEqual([['er', 'Ndani']])
    expect(text.rules).toBe(given)
  })

  test('has no English to fall back to', () => {
    const untold = catalogue('untold', { title: 'Title' })
    speak(() => 'sw')
    expect(() => untold.title).toThrow('The catalogue “untold” has no Kiswahili')
  })
})
