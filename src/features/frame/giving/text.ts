import { catalogue } from '#text/language.ts'

/** Titles of forms, which say what a person gives, by type; `media` is for all kinds of file. */
export const text = catalogue('giving', {
  article: 'Write an article',
  media: 'Share a picture, video or recording',
  picture: 'Share a picture',
  video: 'Share a video',
  recording: 'Share a recording',
  event: 'Announce an event',
  vocabulary: 'Add a word',
  poem: 'Add a poem',
  proverb: 'Add a proverb',
  artifact: 'Add an artifact',
  conservation: 'Add a conservation record',
  heritage: 'Add an archive entry',
  product: 'Add a product',
  voice: 'Record a word',
  words: 'Record words',
  story: 'Share a story',
  comment: 'Write a comment',
  registration: 'Register for an event',
})
