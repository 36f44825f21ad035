import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  whole: 'Faili ni kamili',
  loading: 'Hali ya faili inapakiwa',
  failed: 'Hali ya faili haikupakiwa',
  lead: 'Kila usiku tovuti husoma sehemu ya faili halisi na kuzilinganisha na zilizokuja, ili kila moja isomwe ndani ya siku 30.',
  originals: 'Faili halisi',
  amount: (files: number, size: string) => `${files}, jumla ${size}`,
  read: 'Zilizosomwa siku 30 zilizopita',
  unread: 'Bado hazijasomwa',
  oldest: 'Ukaguzi wa zamani zaidi',
  none: 'Bado hakuna faili.',
  allWhole: 'Hakuna iliyoharibika wala inayokosekana.',
  damagedTitle: (count: number) => (count === 1 ? 'Faili moja si kamili' : `Faili ${count} si kamili`),
  whatToDo:
    'Hakuna nakala rudufu yenye nakala nzuri inayoweza kutumika. Angalia kama diski inaharibika, unganisha tena mahali pa nakala rudufu, au mwombe aliyetuma faili aitume tena. Tovuti hujaribu tena kila usiku.',
  damage: { damaged: 'Imeharibika', missing: 'Haipo' },
  kinds: { image: 'Picha', video: 'Video', audio: 'Rekodi' },
  file: (kind: string, name: string | null, size: string) => [kind, name, size].filter(Boolean).join(', '),
  hidden: 'Ya ingizo linaloonekana na kikundi chake tu',
  arrived: (day: string) => `Ilikuja ${day}`,
  damagedFailed: 'Faili zilizoharibika hazikupakiwa',
  takeTitle: 'Peleka kumbukumbu kwingine',
  take: 'Yote unayoweza kuona, pamoja na kila faili halisi, kama mfuko (BagIt) unaosomwa na hifadhi nyingine. Una pia yasiyo ya umma: uhifadhi kwa usalama.',
  download: 'Pakua kumbukumbu',
}
