import { mentionOf } from '#content/entry/comment/mentions.ts'
import { type DraftName, draftOf, formDraftName } from '#web/draft.ts'

/** A mention as the form holds it: the text has `@` and the name. */
export type Chosen = { id: string; name: string }
export type Typed = { text: string; mentions: Chosen[] }

/** Returns the name of a comment's draft on this device. @param parentId the comment that it replies to */
export function draftName(entryId: string, parentId?: string): DraftName {
  return formDraftName(`comment:${entryId}:${parentId ?? ''}`)
}

export function draftOfComment(entryId: string, parentId?: string) {
  return draftOf<Typed>(draftName(entryId, parentId))
}

/** Returns a typed text as it is sent: `<@id>` replaces each chosen name, the longest names first. */
export function asSent({ text, mentions }: Typed): string {
  const names = mentions.toSorted((a, b) => b.name.length - a.name.length)
  return names.reduce((sent, { id, name }) => sent.replaceAll(`@${name}`, mentionOf(id)), text)
}

/** Returns a sent text as it was typed. */
export function asTyped(text: string, mentions: Chosen[]): string {
  return mentions.reduce((typed, { id, name }) => typed.replaceAll(mentionOf(id), `@${name}`), text)
}

/** Returns the beginning of a name that is being typed after an `@` before the caret, or null. */
export function mentionBefore(text: string, caret: number): string | null {
  return /(?:^|\s)@([^\s@]{0,40})$/.exec(text.slice(0, caret))?.[1] ?? null
}
