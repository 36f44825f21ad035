import pg from 'pg'
import { vi } from 'vitest'

/** Returns how many SQL statements run during `act`, without the lookup of the session in each request. */
export async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    return spy.mock.calls.filter(([query]) => nameOf(query) !== 'viewer_of_session').length
  } finally {
    spy.mockRestore()
  }
}

function nameOf(query: unknown): string | undefined {
  return typeof query === 'object' && query !== null && 'name' in query ? String(query.name) : undefined
}
