import type { Words } from '#text/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  self: 'Ingizo haliwezi kuunganishwa na lenyewe. Chagua lingine.',
  linked: 'Maingizo haya mawili tayari yameunganishwa.',
  notYours: 'Huwezi kuunganisha ingizo hili. Ni mwandishi wake tu, na watunzaji kwa yaliyo kwenye hifadhi, wanaoweza.',
  nothing: 'Ingizo halikupatikana. Chagua lingine.',
}
