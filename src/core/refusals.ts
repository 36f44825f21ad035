import { catalogue } from './language.ts'

/** What the server says when it refuses something of any kind; each sentence says what happened and what to do. */
export const refusals = catalogue('core/refusals', {
  invalid: 'Please check your input',
  unauthorized: 'Please log in first.',
  forbidden: 'You may not do this.',
  notFound: 'There is nothing at this address.',
  tooMany: 'Too many tries. Please wait a little and try again.',
  tooMuch: 'You are sending a great deal. Please wait a little and try again.',
  notAdmitted: 'An admin has not admitted your account yet.',
  sessionEnded: 'Your session has ended. Please log in again.',
  noOperation: 'There is no such operation.',
  tooLarge: (mb: number) => `Please keep this under ${mb} MB.`,
  noJson: 'The request is not valid JSON.',
  noObject: 'The request has to be a JSON object.',
  keyTooLong: 'The Idempotency-Key is too long: please keep it to 200 characters.',
  keyReused: 'This Idempotency-Key was used for another request.',
  unavailable: 'The site cannot answer just now. Please try again in a moment.',
  noRoom: 'The site has no room left for this. Please tell those who run it, and try again later.',
  ourFault: (requestId: string) =>
    `Something went wrong on our side. Please try again. If it goes on, tell those who run the site: ${requestId}`,
})
