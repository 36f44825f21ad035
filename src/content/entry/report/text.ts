import { catalogue } from '#text/language.ts'

export const text = catalogue('report', {
  open: 'Report',
  title: 'Report a problem',
  lead: 'A moderator will look at it. The author won’t know who reported it.',
  about: (title: string) => `About “${title}”.`,
  aboutComment: (title: string) => `About a comment on “${title}”.`,
  reason: 'What’s wrong?',
  reasons: {
    mistake: 'It contains a mistake',
    restricted: 'It shouldn’t be shown to everyone, or at all',
    hurtful: 'It hurts or exposes someone',
    rights: 'It belongs to someone who didn’t agree',
    spam: 'It’s advertising or doesn’t belong here',
    other: 'Something else',
  },
  words: 'In your own words',
  wordsHint: 'Describe the problem for the moderator.',
  choose: 'Choose what’s wrong.',
  send: 'Send report',
  sent: 'Thank you. A moderator will look at it.',
  failed: 'Couldn’t send the report. What you wrote is still here.',
  check: 'Please check your input',
  missing: 'This entry doesn’t exist, or you don’t have access to it.',
  notLoaded: 'Couldn’t load this entry. Try again.',
  back: 'Back to the entry',
})
