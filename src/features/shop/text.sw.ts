import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  parts: 'Sehemu za duka',
  cart: 'Kikapu',
  cartOf: (pieces) => `Kikapu (${pieces})`,
  myOrders: 'Oda zangu',
  section: 'Sehemu',
  allSections: 'Sehemu zote',
  sort: 'Panga kwa',
  loading: 'Duka linapakiwa',
  failed: 'Duka halikuweza kupakiwa. Angalia mtandao wako na ujaribu tena.',
  isIn: (name) => `“${name}” iko kwenye kikapu chako.`,
  seeCart: 'Ona kikapu',
  wanted: (name) => `Uweke “${name}” kwenye kikapu chako?`,
  notNow: 'Si sasa',
  gone: 'Bidhaa hii haipatikani.',
  totals: { goods: 'Jumla ndogo', shipping: 'Kupeleka', free: 'Bure', tax: 'Kodi', total: 'Jumla' },
  left: 'Mwanachama wa zamani',
  pieces: (count) => (count === 1 ? 'bidhaa 1' : `bidhaa ${count}`),
}
