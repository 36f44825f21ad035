import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  pages: {
    communication: 'Mawasiliano',
    practice: 'Shughuli za jadi',
    story: 'Hadithi',
    'social-structure': 'Muundo wa jamii',
    ceremony: 'Sherehe',
    ritual: 'Ibada za jadi',
    custom: 'Mila',
  },
  toldBy: (name) => `Imesimuliwa na ${name}`,
  listen: 'Picha na rekodi',
  known: 'Maelezo',
  facts: { narrator: 'Imesimuliwa na', addedBy: 'Imeongezwa na' },
  form: {
    section: 'Sehemu',
    title: 'Kichwa',
    summary: 'Muhtasari',
    summaryHint: 'Huonekana kwenye orodha.',
    cover: 'Picha',
    body: 'Maandishi yote',
    bodyHint: 'Yanatunzwa kwenye kifaa hiki unapoandika.',
    media: 'Picha, rekodi na video',
    narrator: 'Msimulizi',
    narratorHint: 'Jina la mtu ambaye habari hii imetoka kwake, kama anavyotaka liandikwe.',
    place: 'Mahali',
    publish: 'Chapisha',
    save: 'Hifadhi mabadiliko',
    posted: 'Ingizo limechapishwa.',
    saved: 'Mabadiliko yamehifadhiwa.',
    check: 'Tafadhali angalia ulichojaza',
    failed: 'Ingizo halikuhifadhiwa. Ulichoandika bado kipo hapa.',
  },
}
