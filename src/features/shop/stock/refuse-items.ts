import { type Issue, Refusal } from '#core/errors.ts'
import type { NewOrder } from '../order/schema.ts'

export type OrderItem = NewOrder['items'][number]

/** Returns an issue for each item that `say` returns a message for, with its position in the order. */
export function issuesOf(
  items: readonly OrderItem[],
  field: keyof OrderItem,
  say: (item: OrderItem, at: number) => string | false,
): Issue[] {
  return items.flatMap((item, at) => {
    const message = say(item, at)
    return message === false ? [] : { path: `items.${at}.${field}`, message }
  })
}

/** Throws a Refusal with status 409 if there are issues. */
export function refuse(code: string, message: string, issues: Issue[]): void {
  if (issues.length > 0) throw new Refusal(409, code, message, { issues })
}
