import { catalogue } from '#text/language.ts'

export const refusals = catalogue('account/refusals', {
  emailTaken: 'An account with this email already exists.',
  emailTakenLogIn: 'An account with this email already exists. Log in instead.',
  wrongCredentials: 'Wrong email or password.',
  closed: (reason: string | null) => `This account is disabled${reason ? `: ${reason}` : '.'}`,
  badToken: 'This link was already used or has expired. Ask for a new one.',
  badUnsubscribe: 'This link no longer works, but you can turn off these emails in your settings.',
  ofAnother: 'This link is for another account than yours. Nothing was changed.',
  badCode: 'This code is wrong, has expired or was already used. Check it, or ask an admin for a new one.',
  lastAdmin: 'This is the last admin. Make another member an admin first.',
  ownAccess: 'You can’t disable your own account. Another admin can do it.',
  passwordChanged: 'Your password was just changed elsewhere. Log in again.',
  commonPassword:
    'Many people use this password, so it is easy to guess. Choose another one, such as three words that only you would combine.',
  wrongPassword: 'Your current password is wrong.',
  passwordForEmail: 'Enter your current password to change your email.',
  noMailDomain: (domain: string) => `No email can arrive at ${domain}. Check the part after the @, such as gmail.com.`,
  setAside: 'The email was never confirmed. It now belongs to another account.',
  sayWhy: 'Enter a reason.',
  memberReadsIt: 'The member will see this when they log in.',
})
