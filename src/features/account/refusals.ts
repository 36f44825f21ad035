import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of an account. */
export const refusals = catalogue('account/refusals', {
  emailTaken: 'There is already an account with this email.',
  emailTakenLogIn: 'There is already an account with this email. Please log in.',
  wrongCredentials: 'The email or the password is not right.',
  closed: (reason: string | null) => `An admin has closed this account${reason ? `: ${reason}` : '.'}`,
  badToken: 'This link has been used already, or is too old. Please ask for a new one.',
  lastAdmin: 'This is the last admin. Please make another member an admin first.',
  passwordChanged: 'Your password was changed elsewhere just now.',
  wrongPassword: 'Your current password is not right.',
})
