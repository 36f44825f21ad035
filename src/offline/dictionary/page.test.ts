import { expect, test, vi } from 'vitest'
import { buildDictionary } from './index.ts'
import { resultsFromDictionary } from './page.ts'

vi.mock('../device.ts', () => ({ present: async () => ({ account: null, now: 0 }) }))
vi.mock('../lease.ts', () => ({ isLeased: () => true }))
vi.mock('../pages.ts', () => ({
  copyOf: async () => new Response('<div id="results"></div>'),
  readable: async () => [],
  storedOn: () => async () => new Set(),
}))
vi.mock('./store.ts', () => ({ stampOf: async () => 1 }))
vi.mock('./current.ts', () => ({
  currentPart: async (part: string) => (part === 'public' ? { at: 1, account: null, dictionary } : undefined),
}))
vi.stubGlobal('location', { href: 'https://site.test/' })

const dictionary = await buildDictionary(
  (async function* () {
    yield [['1', 'zamiro', 'sample gloss', null, 0, null, null, null, 'mis']] as const as never
  })(),
)
const html = async (q: string) =>
  (await resultsFromDictionary(new URL(`https://site.test/language/vocabulary?q=${encodeURIComponent(q)}`)))?.html

test.each(['\ufeff', '\u200e', '\u00ad', '!'])('a search for %j alone finds nothing on the device', async (q) => {
  expect(await html(q)).toMatch(/No words found/)
})

test.each(['', ' ', '\u00a0'])('an empty search (%j) is left to the stored page', async (q) => {
  expect(await html(q)).toBeUndefined()
})

test.each(['zamiro', ' \u202azamiro\u202c ', 'za\u00admiro'])('%j is found', async (q) => {
  expect(await html(q)).toContain('>zamiro</span>')
})
