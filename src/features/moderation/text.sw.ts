import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

const posts = (count: number) => (count === 1 ? 'chapisho au maoni 1' : `machapisho na maoni ${count}`)

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Ripoti',
  lead: 'Machapisho na maoni ambayo wanachama wameripoti, na maamuzi ya waangalizi, mapya kwanza.',
  notModerator: 'Ukurasa huu ni wa waangalizi.',
  show: 'Ripoti za kuonyesha',
  views: { open: 'Zilizo wazi', closed: 'Zilizofungwa', hidings: 'Yaliyofichwa pamoja' },
  loading: 'Inapakia ripoti',
  failed: 'Ripoti hazikuweza kupakiwa. Jaribu tena.',
  none: {
    open: 'Umemaliza. Hakuna ripoti iliyo wazi.',
    closed: 'Bado hakuna ripoti iliyofungwa',
    hidings: 'Bado hakuna kilichofichwa pamoja',
  },
  reportedBy: (people) => `Limeripotiwa na ${people === 1 ? 'mtu 1' : `watu ${people}`}`,
  newest: (when) => `Ripoti ya mwisho: ${when}`,
  voices: 'Walioripoti waliandika',
  nobody: 'Aliyekuwa mwanachama',
  by: (author) => `Na ${author}`,
  before: (count) =>
    count === 1
      ? 'Chapisho au maoni mengine ya mwandishi huyu yamewahi kufichwa.'
      : `Machapisho na maoni mengine ya mwandishi huyu yamewahi kufichwa mara ${count}.`,
  reasons: 'Sababu',
  unseen: {
    draft: 'Chapisho hili sasa ni rasimu. Ni mwandishi wake tu anayeliona.',
    limited: 'Huna ruhusa ya kuliona chapisho hili. Mwangalizi mwenye ruhusa ndiye atakayeamua.',
  },
  goneSince: 'Hili limefutwa tangu hapo. Liliporipotiwa lilikuwa hivi:',
  changedSince: 'Hili limebadilishwa au kuondolewa tangu hapo. Liliporipotiwa lilikuwa hivi:',
  reportedFile: (number) => `Faili iliyoripotiwa ${number}`,
  own: 'Wewe ndiye uliyeandika hili. Mwangalizi mwingine ataamua, na huwezi kuona aliyeliripoti.',
  look: 'Tazama chapisho',
  lookFailed: 'Chapisho halikuweza kupakiwa. Jaribu tena.',
  hide: 'Ficha chapisho',
  hideTitle: 'Ufiche chapisho hili kwa kila mtu?',
  comment: 'Maoni kuhusu chapisho hili',
  ofComment: {
    hide: 'Ficha maoni',
    hideTitle: 'Ufiche maoni haya kwa kila mtu?',
    hideBody: 'Mwandishi bado atayaona, na atapata barua pepe yenye sababu yako.',
    keep: 'Bakiza maoni',
    keepTitle: 'Ufunge ripoti na kuyabakiza maoni?',
    restore: 'Onyesha maoni tena',
    done: {
      hidden: 'Maoni yamefichwa. Mwandishi atapata barua pepe yenye sababu yako.',
      kept: 'Ripoti imefungwa. Maoni yanabaki.',
      restored: 'Maoni yanaonekana tena.',
    },
  },
  ofGone: {
    hide: 'Ficha chapisho',
    hideTitle: 'Ufiche chapisho hili kwa kila mtu?',
    hideBody: 'Chapisho hili limefutwa.',
    keep: 'Funga ripoti',
    keepTitle: 'Ufunge ripoti hii?',
    restore: 'Onyesha chapisho tena',
    done: { hidden: 'Ripoti imefungwa.', kept: 'Ripoti imefungwa.', restored: 'Ripoti imefungwa.' },
  },
  goneBody: 'Ni waangalizi tu wanaoweza kusoma maelezo yako. Faili zinafutwa sasa, maandishi baada ya siku 180.',
  hideBody:
    'Mwandishi bado ataliona, na atapata barua pepe yenye sababu yako. Walioliripoti watashukuriwa kwa barua pepe.',
  reason: 'Sababu (mwandishi ataisoma)',
  keep: 'Bakiza chapisho',
  keepTitle: 'Ufunge ripoti na kulibakiza chapisho?',
  keepBody:
    'Walioripoti wataambiwa kwa barua pepe kwamba hakuna kitakachofichwa. Ni waangalizi tu wanaoweza kusoma maelezo yako.',
  note: 'Maelezo kwa waangalizi',
  restore: 'Onyesha chapisho tena',
  hideAll: 'Ficha machapisho na maoni yote ya mwandishi huyu',
  hideAllTitle: (name) => `Ufiche machapisho na maoni yote ya ${name}?`,
  hideAllBody: (count) =>
    `Hii itaficha ${posts(count)} kwa pamoja. Mwandishi atapata barua pepe moja yenye sababu yako. Ili kutendua, fungua “Yaliyofichwa pamoja”.`,
  hideAllConfirm: (count) => `Ficha ${posts(count)}`,
  hideAllCounting: 'Inahesabu machapisho na maoni',
  hideAllFailed: 'Machapisho na maoni hayakuweza kuhesabiwa. Jaribu tena.',
  hideAllNone: 'Mwanachama huyu hana machapisho wala maoni unayoweza kuyaficha.',
  done: {
    hidden: 'Chapisho limefichwa. Mwandishi atapata barua pepe yenye sababu yako.',
    kept: 'Ripoti imefungwa. Chapisho linabaki.',
    restored: 'Chapisho linaonekana tena.',
    all: (count) => (count === 1 ? 'Chapisho au maoni 1 yamefichwa.' : `Machapisho na maoni ${count} yamefichwa.`),
    lifted: 'Machapisho na maoni yanaonekana tena.',
  },
  resolutions: { hidden: 'Limefichwa', kept: 'Halikufichwa', restored: 'Linaonekana tena' },
  closedBy: (name, when) => `${name}, ${when}`,
  itsNote: 'Maelezo:',
  act: (count, name) => (count === 1 ? `Chapisho au maoni 1 ya ${name}` : `Machapisho na maoni ${count} ya ${name}`),
  lift: 'Onyesha machapisho na maoni tena',
  liftTitle: (name) => `Uonyeshe machapisho na maoni ya ${name} tena?`,
  liftBody: 'Mwandishi atapata barua pepe. Yale ambayo mwangalizi ameyaficha tena tangu hapo yatabaki yamefichwa.',
  lifted: (when) => `Yalionyeshwa tena ${when}`,
  notSaved: 'Uamuzi wako haukuhifadhiwa',
  of: (title) => `: ${title}`,
}
