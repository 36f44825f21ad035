import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of a consent. */
export const refusals = catalogue('consent/refusals', {
  notYours: 'Only its author and keepers record a consent here.',
  onlyYourself: 'Please enter your own address, or none: only keepers name another member.',
  noAccount: 'No member has this address. Please check it, or leave it empty.',
  otherEvidence: 'Please add the recording or the photo that goes with it now, or remove the old one.',
  onlyLess: 'You may take purposes back. For anything else please write to the keepers.',
})
