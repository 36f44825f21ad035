import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Kisanduku cha kutuma',
  hint: 'Unachochapisha bila mtandao kinasubiri hapa, ambapo ni wewe tu unayeweza kukisoma. Kinatumwa ukipata mtandao tena.',
  loading: 'Inapakia kisanduku cha kutuma',
  failed: 'Kisanduku cha kutuma hakikuweza kusomwa.',
  failedHint: 'Kivinjari hiki kimekataa kufungua hifadhi yake. Jaribu tena.',
  none: 'Hakuna machapisho yanayosubiri',
  noneHint: 'Unachochapisha bila mtandao kinahifadhiwa hapa hadi kitumwe.',
  inBar: (count) =>
    count === 1
      ? 'Chapisho 1 kwenye kisanduku chako cha kutuma'
      : `Machapisho ${count} kwenye kisanduku chako cha kutuma`,
  waiting: 'Inasubiri',
  percent: (part) => `Inatuma ${Math.round(part * 100)}%`,
  needsYou: 'Inahitaji uangalizi',
  sent: 'Imetumwa',
  sentTitle: 'Zilizotumwa tangu ukurasa huu ufunguliwe',
  waitingTitle: 'Zinazosubiri',
  files: (count, size) => `Faili ${count}, ${size}`,
  sendNow: 'Tuma sasa',
  edit: 'Hariri',
  again: 'Jaribu tena',
  remove: 'Futa',
  removeTitle: 'Ufute chapisho hili?',
  removeBody: 'Halikutumwa. Hii itafuta ulichoandika na faili zake.',
  of: (title) => `“${title}”`,
  kinds: {
    'article.create': 'Makala',
    'media.create': 'Picha, video au rekodi',
    'event.create': 'Tukio',
    'vocabulary.create': 'Neno',
    'vocabulary.addPronunciation': 'Rekodi ya neno',
    'poem.create': 'Shairi',
    'proverb.create': 'Methali',
    'artifact.create': 'Kifaa cha jadi',
    'conservation.create': 'Rekodi ya uhifadhi',
    'heritage.create': 'Ingizo la urithi',
    'product.create': 'Bidhaa',
    'suggestion.create': 'Pendekezo kwa watunzaji',
    'media.addTranscript': 'Unukuzi',
    'comment.create': 'Maoni',
    'event.register': 'Uandikishaji',
    'article.like': 'Kupenda',
    'article.unlike': 'Kuacha kupenda',
  },
  leaveTitle: 'Utoke?',
  leaveBody: (count) =>
    `Machapisho ambayo hayajatumwa: ${count}. Ukiyahifadhi, yanabaki yamefungwa hadi uingie tena kwenye kifaa hiki.`,
  leaveKeep: 'Hifadhi na utoke',
  leaveRemove: 'Futa na utoke',
  leaveStay: 'Ghairi',
}
