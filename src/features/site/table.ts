import { customType, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * Versions of the settings that admins change in the browser. The row with the highest number is current. The primary
 * key refuses a second change that is based on the same version.
 */
export const siteSettings = pgTable('site_settings', {
  number: integer().primaryKey(),
  settings: jsonb().notNull(),
  /** The logo as a PNG. Each version has its own copy, so that it can be restored and backed up by itself. */
  logo: bytea(),
  /** The part of the logo's address that identifies it: the beginning of its SHA-256. */
  logoHash: text(),
  action: text().$type<'change' | 'undo' | 'reset'>().notNull(),
  changedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
  createdAt: createdNow(),
})
