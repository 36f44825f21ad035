import { catalogue } from '#text/language.ts'

export const text = catalogue('add', {
  add: 'Add',
  title: 'What would you like to add?',
  lead: 'Choose what you have. You can save a draft at any time and finish later.',
  groups: {
    say: 'Say it',
    show: 'Show it',
    write: 'Write it',
    gather: 'Events and products',
  },
  things: {
    word: 'A word',
    wordList: 'Record many words',
    importList: 'Import a list',
    recording: 'A recording',
    proverb: 'A proverb',
    poem: 'A poem or song',
    picture: 'A picture',
    video: 'A video',
    artifact: 'An artifact',
    conservation: 'Conservation record',
    article: 'An article',
    story: 'A story',
    custom: 'A custom or practice',
    ceremony: 'A ceremony or ritual',
    event: 'An event',
    product: 'A product to sell',
  },
})
