import { catalogue } from '#core/language.ts'

/** Every text of saying that something is wrong with an entry. */
export const text = catalogue('report', {
  open: 'Report',
  title: 'What is wrong with it?',
  lead: 'A moderator looks at it. Its author does not learn who reported it.',
  about: (title: string) => `It is about “${title}”.`,
  reason: 'What is it?',
  reasons: {
    mistake: 'It is not right',
    restricted: 'It should not be shown to everyone, or not at all',
    hurtful: 'It hurts or exposes someone',
    rights: 'It belongs to someone who did not agree',
    spam: 'It is advertising, or does not belong here',
    other: 'Something else',
  },
  words: 'In your own words',
  wordsHint: 'What should the moderator know?',
  choose: 'Please choose what is wrong.',
  send: 'Send the report',
  sent: 'Thank you. A moderator will look at it.',
  failed: 'The report was not sent.',
  check: 'Please check your input',
  missing: 'This entry is not here, or not for you.',
  notLoaded: 'The entry did not load.',
  loading: 'Loading',
  back: 'Back to the entry',
})
