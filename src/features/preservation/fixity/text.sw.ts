import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  whole: 'Ukaguzi wa faili',
  loading: 'Inapakia ukaguzi wa faili',
  failed: 'Imeshindwa kupakia ukaguzi wa faili',
  lead: 'Kila usiku tovuti hukagua baadhi ya faili halisi kama zimeharibika. Kila faili hukaguliwa angalau kila siku 30.',
  originals: 'Faili halisi',
  amount: (files: number, size: string) => `${files}, jumla ${size}`,
  read: 'Zilizokaguliwa siku 30 zilizopita',
  unread: 'Bado hazijakaguliwa',
  oldest: 'Ukaguzi wa zamani zaidi',
  none: 'Bado hakuna faili. Tovuti itakagua kila faili itakayopakiwa.',
  allWhole: 'Faili zote zilizokaguliwa ziko salama.',
  noneChecked: 'Bado hakuna faili iliyokaguliwa.',
  damagedTitle: (count: number) =>
    count === 1 ? 'Faili 1 imeharibika au haipo' : `Faili ${count} zimeharibika au hazipo`,
  whatToDo:
    'Tovuti haikupata nakala zisizoharibika kwenye nakala rudufu. Angalia diski, unganisha tena nakala rudufu, au pakia faili tena. Tovuti hujaribu tena kuzirekebisha kila usiku.',
  damage: { damaged: 'Imeharibika', missing: 'Haipo' },
  kinds: { image: 'Picha', video: 'Video', audio: 'Rekodi' },
  file: (kind: string, name: string | null, size: string) => [kind, name, size].filter(Boolean).join(', '),
  hidden: 'Picha ya wasifu, au faili ambayo huna ruhusa ya kuiona',
  arrived: (day: string) => `Ilipakiwa ${day}`,
  damagedFailed: 'Imeshindwa kupakia faili zilizoharibika',
}
