import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { LRUCache } from 'lru-cache'
import type { Site } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { language } from '#core/language.ts'
import type { Storage } from '#core/storage.ts'
import { text as home } from '#features/home/text.ts'
import { text } from '#features/search/text.ts'
import { coverKey, publicRecord } from '../queries.ts'
import type { Card } from './draw.ts'

/** Raised when cards come to look another way. */
const look = 1
/** Cards that may wait while another is drawn; who comes then is asked to come back. */
const mostWaiting = 30

const fields: Record<string, Card['field']> = {
  vocabulary: 'maize',
  poem: 'maize',
  proverb: 'maize',
  event: 'acacia',
  heritage: 'acacia',
  media: 'dusk',
}

type Deps = { db: NodePgDatabase; storage: Storage; site: Site }
type Drawn = { etag: string; png: Buffer }

/** Cards by what is on them, drawn one at a time and kept in memory for as long as they are asked for. */
export function cardMaker({ db, storage, site }: Deps) {
  const kept = new LRUCache<string, Drawn>({ maxSize: 8 * 1024 * 1024, sizeCalculation: ({ png }) => png.length })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  /** Of an entry that guests see, or of the site. Undefined when too many wait. Throws NotFound. */
  return async (id?: string): Promise<Drawn | undefined> => {
    const { pictureKey, ...card } = id ? await entryCard(id) : siteCard()
    const etag = `"${hash('sha256', JSON.stringify([look, language(), card, pictureKey]), 'base64url').slice(0, 22)}"`
    const known = kept.get(etag)
    if (known) return known
    if (waiting >= mostWaiting) return undefined
    waiting++
    const drawing = last.then(async () => {
      const meanwhile = kept.get(etag)
      if (meanwhile) return meanwhile
      // What draws weighs tens of megabytes of memory: it comes with the first card.
      const { drawCard } = await import('./draw.ts')
      return { etag, png: await drawCard(await withPicture(card, pictureKey)) }
    })
    last = drawing.catch(() => {})
    try {
      const drawn = await drawing
      kept.set(etag, drawn)
      return drawn
    } finally {
      waiting--
    }
  }

  function siteCard() {
    return { field: 'ochre' as const, siteName: site.name, kind: '', title: home.home.title, pictureKey: undefined }
  }

  async function entryCard(id: string) {
    const record = await publicRecord(db, id)
    if (!record) throw new NotFound()
    const kinds: Record<string, string> = text.kinds
    const { type, title } = record
    const card = { field: fields[type] ?? ('ochre' as const), siteName: site.name, kind: kinds[type] ?? type, title }
    return { ...card, pictureKey: await coverKey(db, id) }
  }

  async function withPicture(card: Omit<Card, 'picture'>, key: string | undefined): Promise<Card> {
    if (!key) return card
    const picture = await storage
      .open(key)
      .then(buffer)
      .catch((error) => {
        if (error instanceof NotFound) return undefined // it went meanwhile
        throw error
      })
    return { ...card, picture }
  }
}
