import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Rekodi maneno',
  lead: 'Sema neno moja baada ya jingine. Kurekodi kunaanza unapoongea na kunaisha unapomaliza.',
  start: 'Anza kurekodi',
  lists: { silent: 'Maneno yasiyo na rekodi', unsaid: 'Maneno ambayo sijarekodi' },
  choose: 'Maneno yapi?',
  count: (count) => (count === 1 ? 'Neno 1' : `Maneno ${count}`),
  first: 'Shika simu umbali wa kiganja kutoka mdomoni, mahali penye utulivu. Unaweza kuacha wakati wowote.',
  named: (name) => `Rekodi zako zinachapishwa kwa jina lako, ${name}.`,
  kept: 'Kila neno linahifadhiwa kwenye kifaa hiki na kutumwa ukiwa mtandaoni.',
  loading: 'Inapakia maneno',
  failed: 'Imeshindwa kupakia maneno. Angalia mtandao wako ujaribu tena.',
  none: 'Kila neno lina rekodi',
  noneHint: 'Hakuna kilichobaki cha kurekodi katika orodha hii.',
  toWords: 'Tazama maneno',
  stop: 'Acha na uhifadhi rekodi',
  done: (done, total) => `${done} kati ya ${total}`,
  progress: 'Maneno yaliyokamilika',
  written: 'Tahajia haijathibitishwa bado:',
  hear: 'Sikiliza neno la Kiingereza',
  ready: 'Sema sasa.',
  learning: 'Subiri kidogo…',
  hearing: 'Inasikiliza…',
  playing: 'Rekodi yako inachezwa…',
  paused: 'Bonyeza maikrofoni kisha useme neno.',
  quiet: 'Sauti ilikuwa ndogo sana. Sogea karibu useme tena.',
  loud: 'Sauti ilikuwa kubwa mno. Sogea mbali kidogo useme tena.',
  pause: 'Simamisha',
  listen: 'Washa maikrofoni',
  back: 'Rudi',
  again: 'Rekodi tena',
  skip: 'Ruka',
  words: 'Maneno katika orodha hii',
  states: { done: 'tayari', now: 'sasa', skipped: 'limerukwa' },
  more: (count) => `na mengine ${count}`,
  finished: (count) => (count === 1 ? 'Umerekodi neno 1' : `Umerekodi maneno ${count}`),
  thanks: (count) =>
    count === 1
      ? 'Asante. Watu wataweza kuisikia mara itakapotumwa.'
      : 'Asante. Rekodi zako zitasikika mara zitakapotumwa.',
  another: 'Rekodi maneno zaidi',
  notStored: 'Imeshindwa kuhifadhi rekodi hii kwenye kifaa chako.',
  trouble: {
    refused: 'Maikrofoni imezuiwa. Iruhusu kwa tovuti hii katika kivinjari chako, kisha ujaribu tena.',
    missing: 'Hakuna maikrofoni. Unganisha moja ujaribu tena.',
    busy: 'Imeshindwa kutumia maikrofoni. Funga programu nyingine zinazoitumia ujaribu tena.',
    impossible: 'Kivinjari hiki hakiwezi kurekodi. Jaribu kivinjari kingine.',
  },
  lost: 'Maikrofoni imekatika. Iunganishe ujaribu tena.',
}
