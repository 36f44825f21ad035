import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Mapya',
  prompt: 'Unawaza nini?',
  video: 'Video',
  photo: 'Picha',
  writeArticle: 'Andika makala',
  addEvent: 'Ongeza tukio',
  addLinguistics: 'Ongeza neno',
  articles: 'Makala',
  media: 'Picha na sauti',
  events: 'Matukio',
  vocabulary: 'Msamiati',
  seeAll: 'Tazama zote',
  seeAllOf: (list) => `za ${list}`,
  failed: (list) => `${list}: orodha haikupakiwa.`,
  loading: (list) => `Inapakia ${list}`,
  noArticles: 'Hakuna makala bado. Andika ya kwanza.',
  noMedia: 'Hakuna picha, video wala sauti bado. Shiriki ya kwanza.',
  noEvents: 'Hakuna tukio bado. Tangaza la kwanza.',
  noWords: 'Hakuna neno bado.',
  poems: 'Mashairi',
  noPoems: 'Hakuna shairi bado. Ongeza la kwanza.',
  newPosts: (what) => `Mapya: ${what}`,
  fresh: { article: 'makala', media: 'picha na sauti', event: 'matukio', vocabulary: 'maneno', poem: 'mashairi' },
  wordOfTheDay: 'Neno la siku',
}
