import { catalogue } from '#core/language.ts'

/** Every text of the composer. */
export const text = catalogue('composer', {
  title: 'Share something',
  writeArticle: 'Write article',
  articlePage: 'Write an article',
  failed: 'The forms did not load.',
  kinds: 'Kind of post',
  article: 'Article',
  media: 'Media',
  mediaPage: 'Share a picture, video or recording',
  event: 'Event',
  eventPage: 'Announce an event',
  linguistics: 'Linguistics',
  wordPage: 'Add a word',
  poemPage: 'Add a poem',
  poemChange: 'Change a poem',
  proverbPage: 'Add a proverb',
  proverbChange: 'Change a proverb',
  loading: 'Loading',
  notLoaded: 'It did not load.',
})
