import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  title: 'Matukio',
  add: 'Ongeza tukio',
  searchLabel: 'Tafuta matukio kwa kichwa au maelezo',
  search: 'Tafuta',
  none: 'Hakuna matukio yaliyopatikana',
  noneHint: 'Jaribu maneno machache zaidi au siku nyingine, au tangaza la kwanza.',
  failed: 'Matukio hayakupakiwa.',
  loading: 'Inapakia matukio',
  types: { 'in-person': 'Ana kwa ana', virtual: 'Mtandaoni', hybrid: 'Ana kwa ana na mtandaoni' },
  categories: {
    cultural: 'La utamaduni',
    community: 'La jamii',
    educational: 'La elimu',
    social: 'La kijamii',
    other: 'Nyingine',
  },
  statuses: { upcoming: 'Linakuja', ongoing: 'Linaendelea', past: 'Limepita' },
  cancelled: 'Limeghairiwa',
  refused: {
    cancelled: 'Tukio hili limeghairiwa.',
    past: 'Tukio hili limekwisha.',
    already: 'Umeshajiandikisha',
    full: 'Tukio hili limejaa. Unaweza kujiunga na orodha ya kusubiri.',
    notOrganizer: 'Ni mwandaaji tu anayeweza kuona waliojiandikisha.',
  },
  form: {
    needed: 'Hii inahitajika.',
    noMoment: 'Tafadhali andika tarehe na saa.',
    noTime: 'Tafadhali andika saa kama 09:30.',
    endFirst: 'Mwisho lazima uwe baada ya mwanzo.',
    mapHttps: 'Tafadhali andika anwani inayoanza na https://.',
  },
}
