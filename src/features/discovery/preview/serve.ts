import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { LRUCache } from 'lru-cache'
import { kindOf } from '#content/entry/address.ts'
import { kindName } from '#content/entry/kind-names.ts'
import type { Site } from '#core/context.ts'
import { NotFound, unlessGone } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { language } from '#text/language.ts'
import { coverKey, publicRecord } from '../queries.ts'
import type { Card } from './draw.ts'

/** Increase this number when the design of the cards changes, so that every card gets a new ETag. */
const designVersion = 1
/** The maximum number of cards waiting to be drawn. Further requests are told to retry later. */
const maxWaiting = 30

export type SiteCard = {
  /** Returns the site's slogan, for pages that are not entries. */
  slogan(site: Site): string
  /** Returns the site's logo; undefined if it has the default one. */
  logo(db: NodePgDatabase, site: Site): Promise<Buffer | undefined>
}
type Deps = { db: NodePgDatabase; storage: Storage; site: Site; siteCard: SiteCard }
type Drawn = { etag: string; png: Buffer }

/** Returns a function that draws cards, one at a time, and caches them by content. */
export function cardMaker({ db, storage, site, siteCard: own }: Deps) {
  const cache = new LRUCache<string, Drawn>({ maxSize: 8 * 1024 * 1024, sizeCalculation: ({ png }) => png.length })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  /**
   * Returns the card of a public entry, or of the site; undefined if too many are waiting. Throws NotFound if there is
   * no such public entry.
   * @param above the line above the title, by default the name of the entry's type
   */
  return async (id?: string, above?: string): Promise<Drawn | undefined> => {
    const { pictureKey, ...content } = id ? await entryCard(id) : siteCard()
    const card = { ...content, ...(above && { kind: above }), band: site.colours?.band }
    const etag = `"${hash('sha256', JSON.stringify([designVersion, language(), card, pictureKey, site.logo]), 'base64url').slice(0, 22)}"`
    const cached = cache.get(etag)
    if (cached) return cached
    if (waiting >= maxWaiting) return undefined
    waiting++
    const drawing = last.then(async () => {
      const meanwhile = cache.get(etag)
      if (meanwhile) return meanwhile
      // The drawing library takes tens of megabytes of memory, so it is loaded with the first card.
      const { drawCard } = await import('./draw.ts')
      return { etag, png: await drawCard({ ...(await withPicture(card, pictureKey)), logo: await own.logo(db, site) }) }
    })
    last = drawing.catch(() => {})
    try {
      const drawn = await drawing
      cache.set(etag, drawn)
      return drawn
    } finally {
      waiting--
    }
  }

  function siteCard() {
    return { field: 'ochre' as const, siteName: site.name, kind: '', title: own.slogan(site), pictureKey: undefined }
  }

  async function entryCard(id: string) {
    const record = await publicRecord(db, id)
    if (!record) throw new NotFound()
    const { type, title } = record
    const card = {
      field: kindOf(type)?.look.field ?? ('ochre' as const),
      siteName: site.name,
      kind: kindName(type),
      title,
    }
    return { ...card, pictureKey: await coverKey(db, id) }
  }

  async function withPicture(card: Omit<Card, 'picture'>, key: string | undefined): Promise<Card> {
    if (!key) return card
    return { ...card, picture: await storage.open(key).then(buffer).catch(unlessGone) }
  }
}
