import { catalogue } from '#text/language.ts'
import type { FileKind } from './schema.ts'

const kinds = { image: 'a picture', video: 'a video', audio: 'a recording' } as const

/** Formatted sizes: of the file, of the remaining room and of the quota. */
type QuotaFacts = { file: string; left: string; allowed: string }

export const refusals = catalogue('media/refusals', {
  kinds: 'Choose a picture (JPEG, PNG, WebP, GIF, AVIF, HEIC), a video or a sound recording.',
  choose: (wanted: readonly FileKind[]) => `Choose ${wanted.map((kind) => kinds[kind]).join(' or ')}.`,
  otherKind: (is: FileKind, said: FileKind) => `This file is ${kinds[is]}, not ${kinds[said]}.`,
  tooLarge: (most: string) => `This file is too large. Choose one of at most ${most}.`,
  tooManyPixels: (most: number) => `This picture is too large. Choose one of at most ${most} megapixels.`,
  unseen:
    'Most phones can’t show this picture (HEIC), so only you and the keepers will see it. Choose a JPEG instead: set your camera to “Most compatible”, or take a screenshot.',
  damaged: 'This picture is damaged. Choose another one.',
  empty: 'The file is empty.',
  unheard: 'Nothing could be heard in this recording. Record it again.',
  voiceTooLong: (seconds: number) => `A voice note can be at most ${seconds} seconds long. Record a shorter one.`,
  voiceTooLarge: 'This recording is too large for a voice note. Record it here instead.',
  broken: 'The connection was lost during the upload. Try again.',
  incomplete: 'The file arrived incomplete. Upload it again.',
  incompleteAgain: 'The file arrived incomplete. Upload it again.',
  unfinished: 'The file is still being uploaded. Wait until it’s done.',
  unreadable: 'Couldn’t read the file. Choose another one.',
  sentAlready: 'This file was already uploaded.',
  badAddress: 'This upload address is invalid or has expired. Choose the file again.',
  notUploaded: 'Choose a file that you uploaded.',
  gone: 'This file no longer exists or is used elsewhere. Choose it again.',
  isPhoto: 'This is your profile photo. Upload it again to use it here.',
  notYourTranscript: 'This isn’t your transcript.',
  withdrawn: 'People in this file have withdrawn their permission, so it can’t be uploaded. Choose another one.',
  quota: ({ file, left, allowed }: QuotaFacts) =>
    `This file (${file}) doesn’t fit: you have ${left} left of ${allowed}. Delete posts or files that you no longer need, then try again.`,
  quotaUnconfirmed: ({ file, left, allowed, confirmed }: QuotaFacts & { confirmed: string }) =>
    `This file (${file}) doesn’t fit: you have ${left} left of ${allowed}. Confirm your email to get ${confirmed}, then try again.`,
  textQuota: (allowed: string) =>
    `This text doesn’t fit: your texts and files would take more than ${allowed}. Delete posts or files that you no longer need, then try again.`,
  textQuotaUnconfirmed: (allowed: string, confirmed: string) =>
    `This text doesn’t fit: your texts and files would take more than ${allowed}. Confirm your email to get ${confirmed}, then try again.`,
  inUse: 'A file of this entry is used elsewhere.',
})
