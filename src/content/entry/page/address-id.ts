import { data } from 'react-router'
import { ById } from '../schema.ts'

/** Returns the id in the address of an entry's page. Throws a 404 response if it is malformed. */
export function idOf(params: { id?: string }) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  return id.data
}
