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
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** Quoted, and never a formula: a spreadsheet takes what follows an apostrophe as text. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
