import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  foreignKey: 'Ufunguo huu wa ukurasa si wa orodha hii. Anza tena kutoka ukurasa wa kwanza.',
  changed: 'Mtu mwingine amebadilisha hii tangu ulipoifungua. Isome tena, kisha uhifadhi mabadiliko yako.',
  draftChanged: 'Rasimu hii ilibadilishwa kwenye kifaa kingine. Chagua toleo la kubaki.',
  draftGone:
    'Rasimu hii ilichapishwa au ilifutwa kwenye kifaa kingine. Hifadhi yako kama rasimu mpya ili uichapishe pia.',
  tooManyDrafts: 'Huna nafasi ya rasimu zaidi. Chapisha au ufute baadhi kwenye Machapisho yangu, kisha uhifadhi tena.',
  notYours: 'Huwezi kubadilisha ingizo hili. Ni la mtu mwingine.',
  hidden: 'Mwangalizi ameficha ingizo hili. Wasiliana na waangalizi ili lionyeshwe tena.',
  hiddenAlready: 'Mwangalizi ameshaficha hili.',
  hideDraft: 'Hii ni rasimu ambayo mwandishi wake pekee anaweza kuiona. Hakuna cha kuficha.',
  nothingToHide: 'Hakuna chapisho wala maoni yake unayoweza kuyaficha.',
  liftedAlready: 'Machapisho na maoni haya tayari yanaonekana tena.',
  sayWhy: 'Andika sababu.',
  hide: 'Ni waangalizi tu wanaoweza kuficha ingizo.',
  ownPost: 'Umeandika hili mwenyewe. Mwangalizi mwingine ataamua.',
  keepersAlone: 'Ni watunzaji tu wanaoweza kuliweka ingizo kwa ajili ya watunzaji.',
  narrowed: 'Mtunzaji amepunguza wanaoweza kuona ingizo hili. Waandikie watunzaji ili libadilishwe.',
  noGroup: 'Tafadhali chagua vikundi vilivyopo na ambavyo wewe ni mwanachama.',
  noMaker: 'Chagua mwanachama mwenye ukurasa, au andika jina.',
  labelsAlone: 'Ni watunzaji tu wanaoweza kuweka lebo.',
  yesOrNo: 'Tafadhali andika ndiyo au hapana.',
  picturesInText: 'Maandishi ya ingizo hili yana picha. Yahariri kwenye ukurasa wake.',
  notPublic: 'Mtu aliyemo hajakubali ionyeshwe kwa kila mtu. Chagua watu wachache zaidi.',
  notCommunity: 'Mtu aliyemo hajakubali ionyeshwe kwa jamii. Ni watunzaji tu wanaoweza kuiona.',
  notForSale:
    'Lebo inasema kwamba moja kati ya haya ni takatifu au si kwa biashara. Hakuna bidhaa inayoweza kuunganishwa nalo.',
  saleNotAgreed: 'Mtu aliyemo, au aliye kwenye kilichounganishwa nalo, hajakubali kuuzwa. Tafadhali mwulize kwanza.',
}
