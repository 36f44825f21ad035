import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of an admin. */
export const refusals = catalogue('admin/refusals', {
  noCodeForAdmins: 'An admin’s password is reset by mail alone.',
  disabled: 'This account is disabled.',
  sayWhy: 'Please say why.',
  memberReadsIt: 'The member reads this when signing in.',
})
