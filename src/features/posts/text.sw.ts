import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Machapisho yangu',
  write: 'Andika jambo',
  show: 'Machapisho ya kuonyesha',
  states: { all: 'Yote', published: 'Yaliyochapishwa', drafts: 'Rasimu', hidden: 'Yaliyofichwa' },
  loading: 'Machapisho yako yanapakia',
  failed: 'Machapisho yako hayakuweza kupakiwa. Jaribu tena.',
  none: 'Bado hujachapisha chochote',
  noneHint: 'Makala, rekodi, matukio na maneno yako yatakuwa hapa.',
  noDrafts: 'Hakuna rasimu',
  noDraftsHint: 'Unachoanza kuandika huhifadhiwa hapa hadi ukichapishe.',
  noneHidden: 'Hakuna chapisho lako lililofichwa',
  noneHiddenHint: 'Mwangalizi akificha chapisho lako, litaonekana hapa pamoja na sababu.',
  untitled: 'Bila kichwa',
  draft: 'Rasimu',
  hidden: 'Limefichwa',
  unlisted: 'Linasubiri uthibitishe barua pepe yako',
  publishedOn: 'Lilichapishwa',
  savedOn: 'Ilihifadhiwa',
  goOn: 'Endelea kuandika',
  view: 'Tazama',
  of: (title) => `“${title}”`,
  removeDraftTitle: 'Ufute rasimu hii?',
}
