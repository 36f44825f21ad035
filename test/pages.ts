import { expect } from 'vitest'
import type { Person } from './harness.ts'

/** Returns the parameter that asks for the page after the one whose answer has this key. */
export function after(lastKey: unknown): string {
  return `lastKey=${encodeURIComponent(JSON.stringify(lastKey))}`
}

/** Reads every page of a list; `path` has a query. Runs `between` before each page but the first. */
export async function everyPage(
  by: Pick<Person, 'call'>,
  path: string,
  between: (soFar: any[]) => unknown = () => {},
): Promise<any[]> {
  const items: any[] = []
  for (let key = ''; ; await between(items)) {
    const { status, body } = await by.call('GET', path + key)
    expect(status, JSON.stringify(body)).toBe(200)
    items.push(...body.items)
    if (!body.lastKey) return items
    key = `&${after(body.lastKey)}`
  }
}
