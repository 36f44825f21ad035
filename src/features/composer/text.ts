/** Every text of the composer, ready for a Swahili sibling with the same keys. */
export const text = {
  title: 'Share something',
  writeArticle: 'Write article',
  articlePage: 'Write an article',
  kinds: 'Kind of post',
  article: 'Article',
  linguistics: 'Linguistics',
  wordPage: 'Add a word',
} as const
