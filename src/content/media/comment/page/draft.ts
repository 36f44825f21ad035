import { mentionOf, piecesOf } from '#content/entry/comment/mentions.ts'
import { type DraftName, draftOf, formDraftName } from '#web/drafts/draft.ts'
import type { Comment } from '../schema.ts'
import { text as texts } from '../text.ts'

type Person = { id: string; name: string }
/** A mention in a typed text: `at` is the index of its `@`, which the name follows. */
type Place = Person & { at: number }
export type Typed = { text: string; places: Place[] }

export const blank: Typed = { text: '', places: [] }

/**
 * Returns the name of a comment's draft on this device.
 * @param parentId the comment that it replies to
 * @param account by default the signed-in one
 */
export function draftName(entryId: string, parentId = '', account?: string): DraftName {
  return formDraftName(`comment:${entryId}:${parentId}`, account)
}

export function draftOfComment(entryId: string, parentId?: string) {
  return draftOf<Typed>(draftName(entryId, parentId))
}

const endOf = ({ at, name }: Place) => at + 1 + name.length
const letter = /^[\p{L}\p{M}\p{N}]/u

/**
 * Returns what is typed after an edit that ended at the caret. A mention stays, wherever the text around it moves it,
 * until its name is changed or continued with a letter.
 */
export function edited({ text, places }: Typed, next: string, caret: number): Typed {
  const shorter = Math.min(text.length, next.length)
  let same = 0
  while (same < Math.min(shorter, next.length - caret) && text.at(-1 - same) === next.at(-1 - same)) same++
  let from = 0
  while (from < shorter - same && text[from] === next[from]) from++
  const to = text.length - same
  const moved = places.flatMap((place) => {
    if (endOf(place) <= from) return place
    return place.at >= to ? { ...place, at: place.at + next.length - text.length } : []
  })
  return { text: next, places: moved.filter((place) => !letter.test(next.slice(endOf(place)))) }
}

/** Returns what is typed after a person was chosen for the name that is being typed from `at` to the caret. */
export function mentioned(typed: Typed, at: number, caret: number, { id, name }: Person): Typed {
  const before = `${typed.text.slice(0, at)}@${name} `
  const { text, places } = edited(typed, before + typed.text.slice(caret), before.length)
  return { text, places: [...places.filter((place) => place.at !== at), { id, name, at }] }
}

/** Returns a typed text as it is sent: `<@id>` replaces each mention. */
export function asSent({ text, places }: Typed): string {
  return places
    .toSorted((a, b) => b.at - a.at)
    .reduce((sent, place) => sent.slice(0, place.at) + mentionOf(place.id) + sent.slice(endOf(place)), text)
}

/** Returns the text of a comment as it was typed. */
export function asTyped({ text, mentions }: Pick<Comment, 'text' | 'mentions'>): Typed {
  const typed: Typed = { text: '', places: [] }
  for (const piece of piecesOf(text, mentions, texts.formerMention)) {
    if (typeof piece !== 'string') typed.places.push({ id: piece.id, name: piece.name, at: typed.text.length })
    typed.text += typeof piece === 'string' ? piece : `@${piece.name}`
  }
  return typed
}

/**
 * Returns the beginning of a name, of up to three words, that is being typed after an `@` before the caret. Returns null
 * if there is none or its person has been chosen.
 */
export function mentionBefore({ text, places }: Typed, caret: number): string | null {
  const match = /(?:^|\s)@((?:[^\s@]{1,40} ){0,2}[^\s@]{0,40})$/.exec(text.slice(0, caret))
  const name = match?.[1]
  if (name === undefined || places.some(({ at }) => at === caret - name.length - 1)) return null
  return name
}
