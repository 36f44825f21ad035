import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Tafuta',
  lead: 'Tafuta maneno, hadithi, rekodi, vifaa vya jadi na kila kitu kingine unachoweza kuona hapa.',
  label: 'Tafuta kila mahali',
  placeholder: 'Neno au jina',
  hint: 'Alama na herufi kubwa si tatizo.',
  found: (q) => `Matokeo ya “${q}”`,
  filter: 'Onyesha tu',
  all: 'Yote',
  begin: 'Unatafuta nini?',
  beginHelp: 'Andika neno au mwanzo wake, kwa Kimarakwet, Kiingereza au Kiswahili.',
  noMatch: (q) => `Hakuna kinacholingana na “${q}”`,
  noMatchHelp: 'Jaribu maneno machache zaidi, au andika mwanzo wa neno tu.',
  noMatchOfType: 'Tafuta kila mahali, tumia maneno machache zaidi, au andika mwanzo wa neno tu.',
  allKinds: 'Tafuta kila mahali',
  dictionary: 'Fungua kamusi',
  near: 'Je, ulimaanisha mojawapo ya maneno haya?',
}
