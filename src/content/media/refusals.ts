import { catalogue } from '#core/language.ts'
import type { FileKind } from './schema.ts'

const kinds = { image: 'a picture', video: 'a video', audio: 'a recording' } as const

/** What the server says when it refuses a file. */
export const refusals = catalogue('media/refusals', {
  kinds: 'Please choose a picture (JPEG, PNG, WebP, GIF, AVIF, HEIC), a video or a sound recording.',
  choose: (wanted: readonly FileKind[]) => `Please choose ${wanted.map((kind) => kinds[kind]).join(' or ')}.`,
  otherKind: (is: FileKind, said: FileKind) => `This file is ${kinds[is]}, not ${kinds[said]}.`,
  tooLarge: (most: string) => `Please choose a file of at most ${most}.`,
  tooManyPixels: 'Please choose a picture of at most 100 megapixels.',
  unseen:
    'Only you and the keepers will see this picture (HEIC): most phones can’t show it. Please choose it as JPEG. In your camera’s settings that is “Most compatible”; a screenshot of it will do, too.',
  damaged: 'This picture is damaged: please choose another.',
  empty: 'The file is empty.',
  broken: 'The connection broke before the file had arrived.',
  incomplete: 'The file arrived incomplete.',
  incompleteAgain: 'The file arrived incomplete. Please upload it again.',
  unfinished: 'The upload of this file has not finished.',
  unreadable: 'The file could not be read.',
  sentAlready: 'This file has been sent already.',
  badAddress: 'This upload address is not valid, or not any more. Please ask for a new one.',
  notUploaded: 'Please choose a file that you have uploaded.',
  gone: 'This file is no longer here, or belongs elsewhere. Please choose it again.',
  isPhoto: 'This is your profile photo. Please upload it once more for this.',
  notYourTranscript: 'This is not your transcript.',
  withdrawn: 'People in this file have withdrawn their consent, so it is not kept here. Please choose another.',
  inUse: 'A file of this entry is in use elsewhere.',
})
