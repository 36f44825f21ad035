import { globSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { requestLanguage } from '#server/http/language.ts'
import { kiswahili } from '#src/kiswahili.ts'
import { refusals } from '#src/refusals.sw.ts'
import { catalogue, learn, speak } from '#text/language.ts'

type Catalogue = Record<string, unknown>
const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'))
const translations: Record<string, object> = { ...kiswahili, ...refusals }
const english = await Promise.all(sources.filter((file) => /\bcatalogue\('/.test(readFileSync(file, 'utf8'))).map(read))

async function read(file: string) {
  const name = /\bcatalogue\('([^']+)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const module = (await import(/* @vite-ignore */ `../${file}`)) as Record<string, Catalogue>
  return { file, name, text: module.text ?? module.refusals ?? module.sentences ?? {} }
}

// Other files of this worker have servers, which speak the language of each request.
afterAll(() => speak(requestLanguage))

describe('every catalogue', () => {
  test('is found', () => {
    expect(english.length).toBeGreaterThan(15)
    expect(sources.filter((file) => /\/text\.ts$/.test(file) && file !== 'src/core/input/text.ts')).toEqual(
      english.map(({ file }) => file).filter((file) => /\/text\.ts$/.test(file)),
    )
  })

  test.each(english)('$name has Kiswahili for each of its texts, and no others', ({ name, text }) => {
    expect(translations[name], `src/kiswahili.ts lacks ${name}`).toBeDefined()
    expect(shapeOf(translations[name])).toEqual(shapeOf(text))
  })

  test('in Kiswahili belongs to one in English', () => {
    expect(Object.keys(translations).sort()).toEqual(english.map(({ name }) => name).sort())
  })

  test('in Kiswahili is marked as a draft until a speaker has reviewed it', () => {
    const drafts = sources.filter((file) => /\.sw\.ts$/.test(file) && file !== 'src/refusals.sw.ts')
    const unmarked = drafts.filter((file) => !/^\/\/ (Rasimu: a draft|Reviewed by) /m.test(readFileSync(file, 'utf8')))
    expect(unmarked).toEqual([])
  })
})

/** Returns the shape of a catalogue: keys, lengths of lists, numbers of arguments, and whether a text is empty. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return `of ${value.length}`
  if (typeof value === 'string') return value.trim() === '' ? 'empty' : 'text'
  if (Array.isArray(value)) return value.map(shapeOf)
  return Object.fromEntries(Object.entries(value as Catalogue).map(([key, one]) => [key, shapeOf(one)]))
}

test('no module reads texts while it loads: they would stay in the language of that moment', async () => {
  speak(() => {
    throw new Error('a text was read while the module loaded: read it inside a function')
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

test('every refusal’s message is in a catalogue', () => {
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
  const rules = text.rules
  const deep = text.deep

  test('answers in the current language, even for a part that was read before', () => {
    learn({
      'a test': { title: 'Kichwa', of: (n: string) => `ya ${n}`, rules: [['Moja', 'mbili']], deep: { er: 'Ndani' } },
    })
    speak(() => 'en')
    expect([text.title, text.of('x'), rules[0]?.[1], deep.er]).toEqual(['Title', 'of x', 'two', 'Deeper'])
    speak(() => 'sw')
    expect([text.title, text.of('x'), rules[0]?.[1], deep.er]).toEqual(['Kichwa', 'ya x', 'mbili', 'Ndani'])
    expect(rules.map(([rule]) => rule)).toEqual(['Moja'])
    expect(Object.entries(deep)).toEqual([['er', 'Ndani']])
    expect(text.rules).toBe(rules)
  })

  test('doesn’t fall back to English', () => {
    const untranslated = catalogue('untranslated', { title: 'Title' })
    speak(() => 'sw')
    expect(() => untranslated.title).toThrow('The catalogue “untranslated” has no Kiswahili')
  })
})

test('Kiswahili texts import nothing but types, because the page waits for them before its own code runs', () => {
  const importing = globSync('src/**/text.sw.ts').filter((file) =>
    /^import (?!type )/m.test(readFileSync(file, 'utf8')),
  )
  expect(importing).toEqual([])
})
