import { catalogue } from '#text/language.ts'

export const refusals = catalogue('consent/refusals', {
  notYours: 'Only the author and keepers can add a permission here.',
  onlyYourself: 'Enter your own email, or leave it blank. Only keepers can name another member.',
  noAccount: 'No member has this email. Check it, or leave it blank.',
  unconfirmedAccount: 'This member hasn’t confirmed their email yet. Ask them to open the link in our email first.',
  otherEvidence: 'The recording or photo doesn’t match how the permission was given. Replace it or remove it.',
  onlyLess: 'You can only remove uses here. For other changes, contact the keepers.',
})
