import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Vifaa vya jadi',
  known: 'Maelezo',
  addedBy: 'Kimeongezwa na',
  conservation: 'Uhifadhi',
  noCare: 'Hakuna rekodi ya uhifadhi iliyoandikwa bado.',
  addCare: 'Ongeza rekodi ya uhifadhi',
  allCare: 'Rekodi zake zote',
  form: {
    name: 'Jina',
    localName: 'Jina lake kwa lugha yetu',
    description: 'Maelezo',
    materials: 'Vitu vilivyotumika kukitengeneza',
    materialsHint: 'Andika kimoja, kisha bonyeza Enter',
    use: 'Matumizi',
    useHint: 'Ni cha nini, nani hukitumia na lini.',
    maker: 'Mtengenezaji',
    period: 'Kipindi',
    dimensions: 'Vipimo',
    heldAt: 'Kinapotunzwa',
    images: 'Picha',
    publish: 'Chapisha',
    save: 'Hifadhi mabadiliko',
    posted: 'Kifaa kimechapishwa.',
    saved: 'Mabadiliko yamehifadhiwa.',
    check: 'Tafadhali angalia ulichojaza',
    failed: 'Kifaa hakikuhifadhiwa. Ulichoandika bado kipo hapa.',
  },
}
