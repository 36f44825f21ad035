import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  foreignKey: 'Ufunguo huu si wa orodha hii.',
  changed:
    'Mtu mwingine amelibadilisha hili tangu ulipolifungua. Ulichoandika bado kiko hapa; hifadhi tena ili kichukue nafasi yake.',
  notYours: 'Hili si ingizo lako.',
  hidden: 'Mwangalizi ameficha ingizo hili. Mwandikie ili lionyeshwe tena.',
  hiddenAlready: 'Mwangalizi mwingine ameshaficha hili.',
  nothingToHide: 'Hakuna ingizo lake unaloweza kulificha.',
  liftedAlready: 'Maingizo haya yanaonekana tena tayari.',
  sayWhy: 'Tafadhali taja sababu.',
  hide: 'Ni waangalizi tu wanaoweza kuficha ingizo.',
  keepersAlone: 'Ni watunzaji tu wanaoweza kuliweka ingizo kwa ajili ya watunzaji.',
  narrowed: 'Mtunzaji amepunguza wanaoweza kuona ingizo hili. Tafadhali waandikie watunzaji.',
  noGroup: 'Tafadhali chagua vikundi vilivyopo na ambavyo wewe ni mwanachama.',
  labelsAlone: 'Ni watunzaji tu wanaoweza kuweka lebo.',
  yesOrNo: 'Tafadhali andika ndiyo au hapana.',
  notPublic: 'Mtu aliyemo hajakubali kwamba kila mtu aone. Tafadhali chagua watu wachache zaidi.',
  notCommunity: 'Mtu aliyemo hajakubali kwamba jamii ione. Ni watunzaji tu wanaoweza.',
  notForSale:
    'Lebo inasema kwamba moja kati ya haya ni takatifu au haliuzwi. Hakuna bidhaa inayoweza kuunganishwa nalo.',
  saleNotAgreed: 'Mtu aliyemo, au aliye kwenye kilichounganishwa nalo, hajakubali kuuzwa. Tafadhali mwulize kwanza.',
}
