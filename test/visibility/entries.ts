import { Readable } from 'node:stream'
import { inArray } from 'drizzle-orm'
import { files } from '#content/media/table.ts'
import type { Person, TestSite } from '#test/harness.ts'
import { phonePhoto, sound } from '#test/samples.ts'
import { types } from '#test/types.ts'
import { deep } from '../depth.ts'

// Creates entries of each type and standing, and states who may see them independently of the rule under test.

/** The person who makes the request. A guest has no account, only `call`. */
export type Viewer = Pick<Person, 'call'> & Partial<Person> & { keeps?: boolean; moderates?: boolean; inside?: boolean }
export type People = Record<string, Viewer>

export type Placed = {
  id: string
  type: string
  standing: string
  authorId: string
  /** A word that occurs only in this entry, and in what is attached to it. */
  marker: string
  fileIds: string[]
  /** Id of a comment on it that contains the marker. */
  commentId?: string
  state: 'published' | 'draft' | 'hidden'
  visibility: 'public' | 'members' | 'keepers'
  grouped: boolean
  /** Its consent was withdrawn, so it no longer exists. */
  withdrawn?: boolean
  /** Its author's email is not confirmed: it opens by its address, but guests find it nowhere else. */
  unlisted?: boolean
}
type Standing = Pick<Placed, 'state' | 'visibility' | 'grouped' | 'withdrawn' | 'unlisted'>

/** Combinations of state, visibility and groups. Add new ones here. */
const standings: Record<string, Standing> = {
  public: { state: 'published', visibility: 'public', grouped: false },
  members: { state: 'published', visibility: 'members', grouped: false },
  keepers: { state: 'published', visibility: 'keepers', grouped: false },
  group: { state: 'published', visibility: 'public', grouped: true },
  'group and members': { state: 'published', visibility: 'members', grouped: true },
  'group and keepers': { state: 'published', visibility: 'keepers', grouped: true },
  draft: { state: 'draft', visibility: 'public', grouped: false },
  hidden: { state: 'hidden', visibility: 'public', grouped: false },
  'hidden in a group': { state: 'hidden', visibility: 'public', grouped: true },
  withdrawn: { state: 'published', visibility: 'public', grouped: false, withdrawn: true },
  unlisted: { state: 'published', visibility: 'public', grouped: false, unlisted: true },
}

// Each picture is read by a process of its own, so that `npm test` gives types that have sound only that.
const picture = `data:image/jpeg;base64,${(await phonePhoto(40, 30)).toString('base64')}`
const voice = `data:audio/mpeg;base64,${sound(2000).toString('base64')}`
const note = `data:audio/mpeg;base64,${sound(3000).toString('base64')}`
/** A comment on each entry that accepts comments, by the entry's id. */
const commentsOf = new Map<string, { id: string; voice: { url: string } }>()

/** The fields of an entry of each type with the marker in every text, and with files. */
const fieldsOf: Record<string, (marker: string) => Record<string, unknown>> = {
  article: (m) => ({ title: m, content: `<p>${m}</p>`, tags: [m], coverImage: picture }),
  artifact: (m) => ({ name: m, description: m, materials: [m], images: [{ url: picture, alt: m }] }),
  conservation: (m) => ({ title: m, treatment: m, images: [{ url: picture, alt: m }] }),
  event: (m) => ({ title: m, description: m, location: m, coverImage: picture }),
  heritage: (m) => ({
    ...{ title: m, summary: m, body: `<p>${m}</p>`, media: [{ url: voice, caption: m }] },
    ...(deep && { cover: picture }),
  }),
  media: (m) => ({ title: m, description: m, link: voice }),
  poem: (m) => ({ title: m, original: m, recording: voice }),
  product: (m) => ({ name: m, description: m, maker: m, images: [{ url: picture, alt: m }] }),
  proverb: (m) => ({ original: m, meaning: m, recording: voice }),
  vocabulary: (m) => ({ form: m, english: m, meaning: m, ...(deep && { picture }), pronunciation: voice }),
}

export type Cast = {
  author: Person
  writer: Person
  /** Accounts with an unconfirmed email. */
  newcomer: Person
  newWriter: Person
  member: Person
  keeper: Person
  admin: Person
  group: string
}

/**
 * Creates every entry with its attached data: consents, reports, links, transcripts, comments, likes, registrations and
 * small copies of its files.
 */
export async function placeAll(site: TestSite, cast: Cast): Promise<Placed[]> {
  const placed: Placed[] = []
  let first: { id: string } | undefined
  for (const [type, { path, build, role }] of Object.entries(types)) {
    for (const [name, standing] of Object.entries(standings)) {
      const { unlisted } = standing
      const by = role ? cast[unlisted ? 'newWriter' : 'writer'] : cast[unlisted ? 'newcomer' : 'author']
      const marker = `zq${String.fromCharCode(97 + Object.keys(types).indexOf(type))}${String.fromCharCode(97 + Object.keys(standings).indexOf(name))}x`
      const draft = standing.state === 'draft'
      const { id } = await build(by, {
        ...fieldsOf[type]?.(marker),
        visibility: 'public',
        state: draft ? 'draft' : 'published',
      })
      if (!draft) await attach(cast, { id, type, path, marker, by }, first)
      first ??= { id }
      const { visibility } = standing
      const limit = { visibility, ...(standing.grouped && { groups: [cast.group] }) }
      const hide = standing.state === 'hidden' && { state: 'hidden', reason: `Sample reason ${marker}` }
      if (name !== 'public' && !draft)
        await ensure(cast.admin.call('PATCH', `/api/${path}/${id}`, { ...limit, ...hide }))
      const { body } = await by.call('GET', `/api/${path}/${id}`)
      const fileIds = [
        ...new Set([...JSON.stringify(body).matchAll(/\/files\/([0-9a-f-]{36})/g)].map(([, one]) => `${one}`)),
      ]
      if (fileIds.length === 0) throw new Error(`${type} shows no file`)
      const comment = commentsOf.get(id)
      if (comment) fileIds.push(comment.voice.url.slice('/files/'.length))
      placed.push({
        ...(comment && { commentId: comment.id }),
        id,
        type,
        standing: name,
        authorId: by.id,
        marker,
        fileIds,
        ...standing,
      })
    }
  }
  // Entries are withdrawn last, because the site refuses withdrawn files, and all entries use the same files.
  for (const { id, withdrawn } of placed) if (withdrawn) await withdraw(cast, id)
  await giveCopies(site, placed)
  return placed
}

async function withdraw({ keeper }: Cast, id: string) {
  const { body } = await keeper.call('GET', `/api/entries/${id}/consents`)
  await ensure(keeper.call('POST', `/api/consents/${body.items[0].id}/withdrawal`, { reason: 'Sample reason' }))
}

type Subject = { id: string; type: string; path: string; marker: string; by: Person }

/** Adds an entry's attached data while everyone can still see the entry. */
async function attach(cast: Cast, { id, type, path, marker, by }: Subject, other: { id: string } | undefined) {
  const { member, keeper, admin } = cast
  const people = { people: [marker], givenBy: marker, how: 'spoken', purposes: ['public', 'sale'], note: marker }
  const days = { givenAt: '2026-01-01', reviewAt: '2026-02-01' }
  await ensure(keeper.call('POST', `/api/entries/${id}/consents`, { ...people, ...days }))
  if (/^zq.d/.test(marker))
    await ensure(member.call('POST', '/api/reports', { entryId: id, reason: 'other', words: marker }))
  if (other) await ensure(keeper.call('POST', `/api/entries/${id}/links`, { relation: 'relation', to: other.id }), type)
  if (type === 'media')
    await ensure(by.call('POST', `/api/${path}/${id}/transcripts`, { language: 'en', text: marker, translation: '' }))
  if (['article', 'media', 'event'].includes(type)) {
    const comment = await ensure(admin.call('POST', `/api/entries/${id}/comments`, { text: marker, voice: note }))
    await ensure(by.call('POST', `/api/entries/${id}/comments`, { text: marker, parentId: comment.id }))
    if (/^zq.d/.test(marker))
      await ensure(
        keeper.call('POST', '/api/reports', { entryId: id, commentId: comment.id, reason: 'other', words: marker }),
      )
    commentsOf.set(id, comment)
  }
  if (type === 'article') await ensure(member.call('PUT', `/api/${path}/${id}/like`))
  if (type === 'event')
    await ensure(
      member.call('POST', `/api/${path}/${id}/registration`, {
        fullName: 'Sample Person',
        email: member.email,
        phone: '+254700000000',
        showMe: true,
      }),
    )
}

async function ensure(answered: ReturnType<Person['call']>, type?: string): Promise<any> {
  const { status, body } = await answered
  // Keepers link only archive entries.
  if (status >= 300 && !(type && status === 403)) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Adds a small copy of each file, without the job that makes copies. */
async function giveCopies(site: TestSite, placed: Placed[]) {
  const key = 'files/sample/1.webp'
  await site.services.storage.put(key, Readable.from([Buffer.from('sample')]), { contentType: 'image/webp', size: 6 })
  const variants = [{ key, width: 1, height: 1, format: 'webp' as const, size: 6 }]
  const ids = placed.flatMap(({ fileIds }) => fileIds)
  await site.db.update(files).set({ variants }).where(inArray(files.id, ids))
}

/** Returns whether the viewer may open the entry by its id. */
export function mayOpen({ id, keeps, moderates, inside }: Viewer, entry: Placed): boolean {
  if (entry.withdrawn) return false
  if (id !== undefined && id === entry.authorId) return true
  if (entry.grouped && !inside) return false
  if (entry.state === 'draft') return false
  if (entry.state === 'hidden') return moderates === true
  return entry.visibility === 'public' || (entry.visibility === 'members' && id !== undefined) || keeps === true
}

/** Returns whether lists of published entries contain the entry for the viewer. */
export function mayList(viewer: Viewer, entry: Placed): boolean {
  return entry.state === 'published' && mayFind(viewer, entry)
}

/** Returns whether the viewer may find the entry anywhere but at its own address. */
export function mayFind(viewer: Viewer, entry: Placed): boolean {
  return mayOpen(viewer, entry) && !(entry.unlisted && viewer.id === undefined)
}
