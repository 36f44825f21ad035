import { text } from '../text.ts'

/** `source` is set if the word comes from published research. */
export type Certain = { confirmed: boolean; source: unknown }

/** Says whether a word is confirmed by a keeper, comes from published research, or is not confirmed yet. */
export function certaintyOf({ confirmed, source }: Certain): string {
  if (confirmed) return text.confirmed
  return source ? text.published : text.unconfirmed
}
