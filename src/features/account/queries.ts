import type { AccountRow } from '#accounts/account.ts'
import { refusals } from '#accounts/refusals.ts'
import type { Site } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { countedRoles, isSecondFactorMissing } from '#core/permission.ts'
import { defaultPreferences, type Preferences, type User } from './schema.ts'

export function presentUser(site: Pick<Site, 'membership' | 'requireMfa'>, row: AccountRow): User {
  const { id, name, email, avatar, isPremium } = row
  const admitted = site.membership === 'open' || row.admittedAt !== null
  const emailVerified = row.emailVerifiedAt !== null
  const roles = countedRoles(site, row)
  const secondFactorMissing = isSecondFactorMissing(site, row)
  return { id, name, email, avatar, roles, isPremium, emailVerified, admitted, secondFactorMissing }
}

/**
 * Returns the names of an account. Until its profile is first saved, it has only a full name, whose first word is used
 * as the first name.
 */
export function namesOf({ name, firstName, lastName }: AccountRow) {
  const [, first = '', last = ''] = /^(\S+)\s*(.*)$/s.exec(name) ?? []
  return { firstName: firstName ?? first, lastName: lastName ?? last }
}

export function preferencesOf(row: Pick<AccountRow, 'preferences'>): Preferences {
  return { ...defaultPreferences, ...row.preferences, itemsPerPageChosen: 'itemsPerPage' in row.preferences }
}

export function emailTaken(): Conflict {
  return new Conflict(refusals.emailTaken, 'email_taken')
}
