import { csvLine } from '#text/csv.ts'
import { placeZone } from '#text/day.ts'
import { toLocal } from '../moment.ts'
import type { Registration } from './schema.ts'

/**
 * Returns the registrations as CSV (RFC 4180) with a byte order mark, which spreadsheets need; times are in Nairobi's
 * time zone.
 */
export function csvOf(registrations: readonly Registration[]): string {
  const head = ['Full Name', 'Email', 'Phone Number', 'State', 'Registered']
  const rows = registrations.map(({ fullName, email, phone, state, createdAt }) => [
    fullName,
    email,
    phone,
    state,
    toLocal(createdAt, placeZone).replace('T', ' '),
  ])
  return `\uFEFF${[head, ...rows].map(csvLine).join('')}`
}
