import type { Answer, Person, TestSite } from './harness.ts'

// Builders of artificial entries with all required fields. They never use a Marakwet word that is not in data/.

/** Posts an article as `person`. Throws if it is refused. */
export async function buildArticle(person: Person, overrides: Record<string, unknown> = {}): Promise<any> {
  const article = {
    title: 'Sample article title',
    category: 'Culture',
    content: '<p>Sample text of an article.</p>',
    visibility: 'public',
    ...overrides,
  }
  return requireCreated(await person.call('POST', '/api/articles', article))
}

/** Posts an event that takes place a week from now as `person`. Throws if it is refused. */
export async function buildEvent(person: Person, overrides: Record<string, unknown> = {}): Promise<any> {
  const event = {
    title: 'Sample event title',
    type: 'in-person',
    category: 'community',
    location: 'Sample location',
    startDate: inHours(7 * 24),
    endDate: inHours(7 * 24 + 6),
    description: 'Sample description of an event.',
    visibility: 'public',
    ...overrides,
  }
  return requireCreated(await person.call('POST', '/api/events', event))
}

/** Posts a poem of artificial lines as `person`. Throws if it is refused. */
export async function buildPoem(person: Person, overrides: Record<string, unknown> = {}): Promise<any> {
  const poem = { title: 'Sample poem title', original: 'sample line one\nsample line two', ...overrides }
  return requireCreated(await person.call('POST', '/api/poems', poem))
}

/** Adds an artifact as `keeper`. Throws if it is refused. */
export async function buildArtifact(keeper: Person, overrides: Record<string, unknown> = {}): Promise<any> {
  return requireCreated(await keeper.call('POST', '/api/artifacts', { name: 'Sample artifact name', ...overrides }))
}

/** Adds a conservation record as `keeper`. Throws if it is refused. */
export async function buildConservation(keeper: Person, overrides: Record<string, unknown> = {}): Promise<any> {
  const record = { title: 'Sample conservation record', condition: 'fair', ...overrides }
  return requireCreated(await keeper.call('POST', '/api/conservation', record))
}

/** Adds a heritage entry as `keeper`. Throws if it is refused. */
export async function buildHeritage(keeper: Person, overrides: Record<string, unknown> = {}): Promise<any> {
  const entry = { section: 'ceremony', title: 'Sample ceremony title', ...overrides }
  return requireCreated(await keeper.call('POST', '/api/heritage', entry))
}

/** Posts a product as `seller`, KES 50 a piece with a stock of twelve. Throws if it is refused. */
export async function buildProduct(seller: Person, overrides: Record<string, unknown> = {}): Promise<any> {
  const product = { name: 'Sample product name', price: 5000, stock: 12, ...overrides }
  return requireCreated(await seller.call('POST', '/api/products', product))
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
