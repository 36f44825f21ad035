import { randomUUIDv7 } from 'node:crypto'
import { keepFacets } from '#content/entry/list/facets.ts'
import { insertEntries } from '#content/entry/write/bulk.ts'
import { kinds } from '#content/kinds.ts'
import { isWithdrawn } from '#content/media/queries.ts'
import { audit } from '#core/audit.ts'
import type { JobContext } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { formatLabel, format as supportedFormat } from '../contents.ts'
import { BadBag, openBag } from '../open.ts'
import { refusals } from '../refusals.ts'
import { type Valid, validate } from '../validate.ts'
import { type Stored, storing } from './files.ts'
import { importOwn } from './own.ts'
import { askForAllCopies, insertMedia, isStoredHere } from './queries.ts'

export type Outcome = {
  added: number
  /** Entries that already exist here, and stay unchanged. */
  alreadyHere: number
  /** Entries that are left out because this site's ledger lists them as removed, or their files as withdrawn. */
  keptAway: number
  /** Paths of files that were refused, such as those of unsupported types. */
  notTaken: string[]
}

export type Importing = Pick<JobContext, 'db' | 'storage'> & {
  transaction<T>(work: (ctx: Pick<JobContext, 'db' | 'addJob' | 'contentChanged'>) => Promise<T>): Promise<T>
}

/**
 * Imports a bag from a folder or a zip: everything if this software made it, otherwise only pictures, recordings and
 * videos, visible to keepers only. Imports all or nothing; a second import adds nothing. Throws BadBag if the bag is
 * refused.
 */
export async function importBag(ctx: Importing, path: string): Promise<Outcome> {
  const opened = await openBag(path)
  try {
    const bag = await validate(opened)
    const format = bag.info.get(formatLabel.toLowerCase())
    if (format === undefined) return await importForeign(ctx, bag)
    if (format !== supportedFormat) throw new BadBag(refusals.newer)
    return await importOwn(ctx, bag)
  } finally {
    await opened.close()
  }
}

type NewFile = Stored & { id: string; entryId: string; path: string }

/**
 * Extensions of audio files. For a container that can hold either audio or video, such as Ogg, the extension decides
 * which.
 */
const sounds = /\.(m4a|mka|oga|ogg|opus|weba|aac|amr|wav|mp3|flac)$/i

/** Imports each picture, recording and video as an entry that only keepers can see, with its file name as the title. */
function importForeign({ db, storage, transaction }: Importing, bag: Valid): Promise<Outcome> {
  const outcome: Outcome = { added: 0, alreadyHere: 0, keptAway: 0, notTaken: [] }
  const labels = [bag.info.get('external-description'), bag.info.get('source-organization')].filter(Boolean)
  return storing(storage, bag, async (store) => {
    const newFiles = new Map<string, NewFile>()
    for (const [path, sha256] of bag.payload) {
      if (await isWithdrawn(db, sha256)) outcome.keptAway++
      else if (newFiles.has(sha256) || (await isStoredHere(db, sha256))) outcome.alreadyHere++
      else {
        const id = randomUUIDv7()
        const stored = await store(id, path, sounds.test(path) ? 'audio/unknown' : '').catch(ignoreRefusal)
        if (stored) newFiles.set(sha256, { ...stored, id, entryId: randomUUIDv7(), path })
        else outcome.notTaken.push(path)
      }
    }
    const list = [...newFiles.values()]
    if (list.length === 0) return outcome
    await transaction(async (inside) => {
      const visibility = 'keepers' as const
      const entries = list.map(({ entryId, path }) => ({
        ...{ id: entryId, title: titleOf(path), visibility, words: [...labels, path].join('\n'), names: [] },
        ...{ confirmed: false, confirmedBy: null },
      }))
      await insertEntries(inside.db, kinds.media.type, entries)
      await insertMedia(
        inside.db,
        list.map((one) => ({
          ...one,
          name: one.path.split('/').at(-1) ?? '',
          description: [...labels, one.path].join('\n'),
        })),
      )
      await keepFacets(
        inside.db,
        list.map(({ entryId }) => entryId),
      )
      await askForAllCopies(inside, list)
      await audit({ db: inside.db, viewer: null }, 'bag:import', null, { added: list.length })
      inside.contentChanged()
    })
    return { ...outcome, added: list.length }
  })
}

function titleOf(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return (
    name
      .replace(/\.[^.]*$/, '')
      .replace(/[_\s]+/g, ' ')
      .trim()
      .slice(0, 200) || name
  )
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
