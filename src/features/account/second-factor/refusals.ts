import { catalogue } from '#text/language.ts'

export const refusals = catalogue('second-factor/refusals', {
  wrongCode: 'That code isn’t right. Check the time on your phone and type the newest code.',
  wrongRecoveryCode: 'That recovery code isn’t right, or it has been used.',
  wrongPasskey: 'That passkey didn’t work. Try again, or choose another method.',
  noProof: 'Enter a code or use a passkey.',
  ticketExpired: 'This request has expired or was already used. Start again.',
  notSecure: 'Passkeys need a site with a domain name. An admin can set one with BASE_URL.',
  knownPasskey: 'This passkey has already been added to an account.',
  tooMany: 'You have 20 passkeys. Remove one to add another.',
  appExists: 'You already use an authenticator app. Remove it first to set up another.',
  needsFactor: 'Add a passkey or an authenticator app first.',
  needsPassword: 'Enter your password.',
  emailLost:
    'Someone else changed its email, and the old one now belongs to another account. Its present email may not be the owner’s.',
  nothingToUndo: 'Your account has this email, and what was added has already been removed.',
})
