import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  save: 'Hifadhi rasimu',
  saved: 'Rasimu imehifadhiwa. Utaipata kwenye Machapisho yangu. Ni wewe tu unayeiona.',
  kept: 'Imehifadhiwa kwenye kifaa hiki. Itahifadhiwa kwenye akaunti yako ukiwa mtandaoni.',
  inAccount: 'Rasimu imehifadhiwa',
  onDevice: 'Imehifadhiwa kwenye kifaa hiki',
  notSaved: (why) => `Haijahifadhiwa kwenye akaunti yako. ${why}`,
  changed: 'Rasimu hii ilibadilishwa kwenye kifaa kingine.',
  changedHint: 'Chagua toleo la kubaki. Hakuna kitakachohifadhiwa kwenye akaunti yako hadi uchague.',
  takeTheirs: 'Tumia toleo lile lingine',
  keepMine: 'Bakiza toleo hili',
  gone: 'Rasimu hii ilichapishwa au ilifutwa kwenye kifaa kingine.',
  goneHint: 'Uliyoandika bado yapo hapa.',
  saveAsNew: 'Hifadhi kama rasimu mpya',
}
