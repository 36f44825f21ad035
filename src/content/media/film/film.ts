import type { Entry } from '#content/entry/schema.ts'
import { againstFilms } from '#content/entry/visibility/labels.ts'
import type { FilePresentation } from '../schema.ts'

/** The longest recording of which there is a film, in seconds. */
export const longestFilm = 30
/** The largest film, in bytes, so that it is cheap to send. */
export const mostFilmBytes = 250 * 1024

type Filmed = Pick<Entry, 'state' | 'visibility' | 'groups' | 'labels' | 'deceased' | 'unlisted'>

/** Returns whether a recording of the entry may leave the site as a film. Its visibility is checked besides. */
export function mayTravel({ labels, deceased }: Pick<Filmed, 'labels' | 'deceased'>): boolean {
  return !deceased && !labels.some((label) => againstFilms.includes(label))
}

/** Returns the path of the film of a recording, or undefined if there is none. */
export function filmOf(entry: Filmed, { url, kind, duration, variants }: FilePresentation): string | undefined {
  const isOpen =
    entry.state === 'published' && entry.visibility === 'public' && entry.groups.length === 0 && !entry.unlisted
  const isShort = kind === 'audio' && duration !== null && duration <= longestFilm
  const hasCopy = variants.some((variant) => variant.kind === 'audio')
  return isOpen && mayTravel(entry) && isShort && hasCopy ? `${url.replace('/files/', '/films/')}.mp4` : undefined
}
