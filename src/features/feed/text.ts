import { catalogue } from '#core/language.ts'

/** Every text of the feed. */
export const text = catalogue('feed', {
  title: 'Feed',
  prompt: 'What’s on your mind?',
  video: 'Video',
  photo: 'Photo',
  writeArticle: 'Write article',
  addEvent: 'Add event',
  addLinguistics: 'Add linguistics',
  articles: 'Articles',
  media: 'Media',
  events: 'Events',
  vocabulary: 'Vocabulary',
  seeAll: 'See all',
  seeAllOf: (list: string) => `of ${list}`,
  failed: (list: string) => `${list} did not load.`,
  loading: (list: string) => `Loading ${list}`,
  noArticles: 'No article yet. Write the first one.',
  noMedia: 'No picture, video or recording yet. Share the first one.',
  noEvents: 'No event yet. Announce the first one.',
  noWords: 'No word yet.',
  poems: 'Poems',
  noPoems: 'No poem yet. Add the first one.',
  newPosts: (what: string) => `New: ${what}`,
  fresh: { article: 'articles', media: 'media', event: 'events', vocabulary: 'words', poem: 'poems' },
  wordOfTheDay: 'Word of the day',
})
