import type { Answer, Person, TestSite } from './harness.ts'
import { sound } from './samples.ts'

// Builders of artificial entries with all required fields. They never use a Marakwet word that is not in data/.

type Build = (by: Person, overrides?: Record<string, unknown>) => Promise<any>

/** Returns a function that posts an entry with these fields. It throws if the entry is refused. */
function builder(path: string, fieldsOf: () => Record<string, unknown>): Build {
  return async (by, overrides = {}) => requireCreated(await by.call('POST', path, { ...fieldsOf(), ...overrides }))
}

export const buildArticle = builder('/api/articles', () => ({
  title: 'Sample article title',
  category: 'Culture',
  content: '<p>Sample text of an article.</p>',
  visibility: 'public',
}))

/** Posts an event that takes place a week from now. */
export const buildEvent = builder('/api/events', () => ({
  title: 'Sample event title',
  type: 'in-person',
  category: 'community',
  location: 'Sample location',
  startDate: inHours(7 * 24),
  endDate: inHours(7 * 24 + 6),
  description: 'Sample description of an event.',
  visibility: 'public',
}))

export const buildPoem = builder('/api/poems', () => ({
  title: 'Sample poem title',
  original: 'sample line one\nsample line two',
}))

/** Posts a made-up entry, never a real proverb. */
export const buildProverb = builder('/api/proverbs', () => ({ original: 'sample original' }))

let words = 0
/** Posts an artificial word, different each time. */
export const buildWord = builder('/api/vocabulary', () => ({
  form: `artificialword${++words}`,
  english: `artificialgloss${words}`,
}))

export const buildMedia = builder('/api/media', () => ({
  title: 'Sample recording',
  link: `data:audio/mpeg;base64,${sound().toString('base64')}`,
}))

export const buildArtifact = builder('/api/artifacts', () => ({ name: 'Sample artifact name' }))

export const buildConservation = builder('/api/conservation', () => ({
  title: 'Sample conservation record',
  condition: 'fair',
}))

export const buildHeritage = builder('/api/heritage', () => ({ section: 'ceremony', title: 'Sample ceremony title' }))

/** Posts a product, KES 50 a piece with a stock of twelve. */
export const buildProduct = builder('/api/products', () => ({ name: 'Sample product name', price: 5000, stock: 12 }))

/** Adds a consent to an entry as `keeper`. Throws if it is refused. */
export async function buildConsent(keeper: Person, entryId: string, overrides: Record<string, unknown> = {}) {
  const consent = { people: ['Sample Person'], givenBy: 'Sample Person', how: 'spoken', purposes: ['public'] }
  return builder(`/api/entries/${entryId}/consents`, () => ({ ...consent, givenAt: '2026-03-01' }))(keeper, overrides)
}

/** Uploads a file for import as `keeper` and waits until it is checked. Throws if it is refused. */
export async function buildImport(
  site: TestSite,
  keeper: Person,
  file: string | Uint8Array,
  type = 'vocabulary',
): Promise<any> {
  const upload = requireCreated(await keeper.call('POST', '/api/imports', { type, fileName: 'sample.csv' }))
  const put = await site.app.request(upload.uploadUrl, {
    method: 'PUT',
    body: new Blob([new Uint8Array(Buffer.from(file))]),
  })
  if (put.status !== 200) throw new Error(`refused with ${put.status}: ${await put.text()}`)
  await site.runJobs()
  return (await keeper.call('GET', `/api/imports/${upload.import.id}`)).body
}

/** Returns the time that is `hours` hours from now, as an ISO string. */
export function inHours(hours: number): string {
  return new Date(Date.now() + hours * 60 * 60 * 1000).toISOString()
}

function requireCreated(answer: Answer): any {
  if (answer.status !== 201) throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
