import { csvLine } from '#core/csv.ts'
import { toLocal } from '../moment.ts'
import type { Registration } from './schema.ts'

/** The registrations as CSV (RFC 4180) with a mark of UTF-8, which spreadsheets need; times on Nairobi's clocks. */
export function csvOf(registrations: readonly Registration[]): string {
  const head = ['Full Name', 'Email', 'Phone Number', 'State', 'Registered']
  const rows = registrations.map(({ fullName, email, phone, state, createdAt }) => [
    fullName,
    email,
    phone,
    state,
    toLocal(createdAt, 'Africa/Nairobi').replace('T', ' '),
  ])
  return `\uFEFF${[head, ...rows].map(csvLine).join('')}`
}
