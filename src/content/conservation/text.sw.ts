import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Uhifadhi',
  conditions: { good: 'Nzuri', fair: 'Ya wastani', poor: 'Mbaya', lost: 'Kimepotea' },
  phases: { planned: 'Umepangwa', 'under way': 'Unaendelea', done: 'Umekamilika' },
  standing: (condition, phase) => `Hali: ${condition}. ${phase}.`,
  standingSince: (condition, phase, date) => `Hali: ${condition}. ${phase}, ${date}.`,
  roles: { before: 'Kabla', after: 'Baada' },
  large: (alt) => `Fungua picha kwa ukubwa: ${alt}`,
  known: 'Maelezo',
  facts: {
    artifact: 'Kifaa cha jadi',
    startedAt: 'Ulianza',
    finishedAt: 'Ulikamilika',
    addedBy: 'Imeongezwa na',
  },
  form: {
    title: 'Kichwa',
    findArtifact: 'Tafuta kifaa',
    findHint: 'Andika sehemu ya jina lake; orodha iliyo chini itafuata.',
    artifactId: 'Ni kuhusu kifaa gani',
    artifactsFailed: 'Vifaa havikupatikana.',
    noneNamed: 'Hakuna kifaa',
    noArtifact: 'Hakuna kifaa kama hicho unachoweza kukiona. Tafadhali chagua kingine.',
    condition: 'Hali',
    phase: 'Hatua',
    threat: 'Kinachokitishia',
    treatment: 'Kinachofanywa kukitunza',
    conservator: 'Mhifadhi',
    startedAt: 'Ulianza tarehe',
    finishedAt: 'Ulikamilika tarehe',
    finishedFirst: 'Hauwezi kukamilika kabla ya kuanza. Tafadhali badilisha mojawapo ya tarehe hizi mbili.',
    images: 'Picha',
    publish: 'Chapisha',
    save: 'Hifadhi mabadiliko',
    posted: 'Rekodi ya uhifadhi imechapishwa.',
    saved: 'Mabadiliko yamehifadhiwa.',
    check: 'Tafadhali angalia ulichojaza',
    failed: 'Rekodi haikuhifadhiwa. Ulichoandika bado kipo hapa.',
  },
}
