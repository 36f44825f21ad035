import { randomUUIDv7 } from 'node:crypto'
import { insertEntries } from '#content/entry/bulk.ts'
import { audit } from '#content/entry/queries.ts'
import { isWithdrawn } from '#content/media/queries.ts'
import { Refusal } from '#core/errors.ts'
import type { Valid } from '../validate.ts'
import { type Stored, storing } from './files.ts'
import type { Importing, Outcome } from './import.ts'
import { askForAllCopies, insertMedia, isKeptHere } from './queries.ts'

type Arrived = Stored & { id: string; entryId: string; path: string }

/** The kind that the end of a name tells, for containers that hold sound or video alike. */
const sounds = /\.(m4a|mka|oga|ogg|opus|weba|aac|amr|wav|mp3|flac)$/i

/** Each picture, recording and video becomes a post that keepers alone see, called as its file is: nothing is made up. */
export function importForeign({ db, storage, transaction }: Importing, bag: Valid): Promise<Outcome> {
  const outcome: Outcome = { added: 0, alreadyHere: 0, keptAway: 0, notTaken: [] }
  const said = [bag.info.get('external-description'), bag.info.get('source-organization')].filter(Boolean)
  return storing(storage, bag, async (store) => {
    const arrived = new Map<string, Arrived>()
    for (const [path, sha256] of bag.payload) {
      if (await isWithdrawn(db, sha256)) outcome.keptAway++
      else if (arrived.has(sha256) || (await isKeptHere(db, sha256))) outcome.alreadyHere++
      else {
        const id = randomUUIDv7()
        const stored = await store(id, path, sounds.test(path) ? 'audio/unknown' : '').catch(unlessRefused)
        if (stored) arrived.set(sha256, { ...stored, id, entryId: randomUUIDv7(), path })
        else outcome.notTaken.push(path)
      }
    }
    const list = [...arrived.values()]
    if (list.length === 0) return outcome
    await transaction(async (inside) => {
      const visibility = 'keepers' as const
      const entries = list.map(({ entryId, path }) => ({
        ...{ id: entryId, title: titleOf(path), visibility, words: [...said, path].join('\n'), names: [] },
        ...{ confirmed: false, confirmedBy: null },
      }))
      await insertEntries(inside.db, 'media', entries)
      await insertMedia(
        inside.db,
        list.map((one) => ({
          ...one,
          name: one.path.split('/').at(-1) ?? '',
          description: [...said, one.path].join('\n'),
        })),
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

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}
