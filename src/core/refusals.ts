import { catalogue } from '#text/language.ts'

/** General error messages of the server. */
export const refusals = catalogue('core/refusals', {
  invalid: 'Please check your input',
  unauthorized: 'Log in first.',
  forbidden: 'You don’t have permission to do this.',
  notFound: 'This doesn’t exist, or you can’t see it.',
  tooMany: 'Too many attempts. Wait a few minutes and try again.',
  proofOfWork: 'There were many attempts from your network. Wait while your device checks that you’re not a robot.',
  tooMuch: 'You’re sending too much at once. Wait a moment and try again.',
  notAdmitted: 'Your account is waiting for an admin’s approval.',
  recentSignIn: 'Confirm it’s you to continue. It has been a while since you logged in.',
  emailUnconfirmed: 'Confirm your email first. Open the link in our email, or send it again from your profile.',
  sessionEnded: 'Your session has ended. Log in again.',
  noOperation: 'There is no such operation.',
  tooLarge: (mb: number) => `This is too large. Keep it under ${mb} MB.`,
  tooLargeKb: (kb: number) => `This is too large. Keep it under ${kb} KB.`,
  tooComplex: 'The request has too many parts. Send less at once.',
  silent: 'The request didn’t arrive completely. Check your connection and try again.',
  broken: 'The connection was interrupted. Try again.',
  busy: 'The site is busy. Try again in a few seconds.',
  otherSite: 'This form was sent from another site. Open the page on this site and send it again.',
  noForm: 'The request isn’t a form.',
  noJson: 'The request isn’t valid JSON.',
  noObject: 'The request must be a JSON object.',
  keyTooLong: 'The Idempotency-Key is too long. Use at most 200 characters.',
  keyReused: 'This Idempotency-Key was used for another request.',
  hungUp: 'The connection closed before the request was complete. Send it again.',
  unavailable: 'The site isn’t available right now. Try again in a moment.',
  noRoom: 'The site’s storage is full. Tell the people who run the site.',
  ourFault: (requestId: string) =>
    `Something went wrong on our side. Try again. If it keeps happening, tell the people who run the site this code: ${requestId}`,
})
