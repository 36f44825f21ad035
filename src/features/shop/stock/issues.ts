import { type Issue, Refusal } from '#core/errors.ts'
import type { NewOrder } from '../order/schema.ts'

export type Wanted = NewOrder['items'][number]

/** An issue for each item that `say` has something against, at its place in the order that was sent. */
export function issuesOf(
  wanted: readonly Wanted[],
  field: keyof Wanted,
  say: (item: Wanted, at: number) => string | false,
): Issue[] {
  return wanted.flatMap((item, at) => {
    const message = say(item, at)
    return message === false ? [] : { path: `items.${at}.${field}`, message }
  })
}

/** Throws 409 where there is an issue. */
export function refuse(code: string, message: string, issues: Issue[]): void {
  if (issues.length > 0) throw new Refusal(409, code, message, { issues })
}
