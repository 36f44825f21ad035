import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Arifa',
  hint: 'Arifa za siku 90 zilizopita.',
  settings: 'Chagua unayotaka kupata pia kwa barua pepe au kwenye simu yako',
  loading: 'Arifa zinapakiwa',
  failed: 'Arifa zako hazikupakiwa',
  none: 'Bado hakuna arifa',
  noneHint: 'Mtu akitoa maoni kwenye machapisho yako, akikujibu au akikutaja, utaona hapa.',
  markAll: 'Weka zote kuwa zimesomwa',
  notMarked: 'Arifa zako hazikuweza kusasishwa. Jaribu tena.',
  unread: 'Haijasomwa',
  someone: 'Mtu fulani',
  comment: (by, title, count) =>
    count === 1
      ? `${by} ametoa maoni kuhusu “${title}”`
      : `Maoni mapya ${count} kuhusu “${title}”, ya mwisho ni ya ${by}`,
  reply: (by, title, count) =>
    count === 1
      ? `${by} amejibu katika mazungumzo kuhusu “${title}”`
      : `Majibu mapya ${count} kuhusu “${title}”, la mwisho ni la ${by}`,
  mention: (by, title, count) =>
    count === 1
      ? `${by} amekutaja katika maoni kuhusu “${title}”`
      : `Umetajwa katika maoni ${count} kuhusu “${title}”, mara ya mwisho na ${by}`,
  registration: (title, count) =>
    count === 1 ? `Mtu amejiandikisha kwa “${title}”` : `Watu ${count} wamejiandikisha kwa “${title}”`,
}
