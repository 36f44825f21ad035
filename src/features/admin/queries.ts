import { and, isNotNull, isNull, ne, type SQL } from 'drizzle-orm'
import { formerMemberId } from '#accounts/account.ts'
import { accounts } from '#core/tables.ts'

/** Conditions for accounts that may need an admin's attention. */
export const statuses = {
  waiting: and(isNull(accounts.admittedAt), ne(accounts.id, formerMemberId)) as SQL,
  unconfirmed: and(isNull(accounts.emailVerifiedAt), isNull(accounts.disabledAt)) as SQL,
  disabled: isNotNull(accounts.disabledAt),
}
