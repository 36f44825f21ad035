import { idPattern } from '#core/id.ts'

// A mention is stored as `<@account id>`, so that it follows a person who changes their name.

const mention = new RegExp(`<@(${idPattern})>`, 'g')

export const mostMentions = 10

export function mentionOf(accountId: string): string {
  return `<@${accountId}>`
}

/** Returns the ids of the accounts that a text mentions, each once. */
export function mentionedIn(text: string): string[] {
  return [...new Set([...text.matchAll(mention)].map(([, id = '']) => id))]
}

type Named = { id: string; name: string; page?: boolean | undefined }

/** Splits a text into plain parts and mentions. @param former the name shown for a deleted account */
export function piecesOf(text: string, mentions: readonly Named[], former: string): (string | Named)[] {
  return text.split(mention).flatMap((part, at): (string | Named)[] => {
    if (at % 2 === 0) return part === '' ? [] : [part]
    return [mentions.find(({ id }) => id === part) ?? { id: part, name: former }]
  })
}

/** Returns a text with names in place of mentions, for emails and previews. */
export function withNames(text: string, mentions: readonly Named[], former: string): string {
  return piecesOf(text, mentions, former)
    .map((piece) => (typeof piece === 'string' ? piece : `@${piece.name}`))
    .join('')
}
