import type { Words } from '#core/language.ts'
import type { refusals as english } from './refusals.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const refusals: Words<typeof english> = {
  self: 'Ingizo haliwezi kuunganishwa na lenyewe. Tafadhali chagua lingine.',
  linked: 'Haya mawili tayari yameunganishwa hivi.',
  notYours: 'Ni watunzaji tu wanaounganisha yaliyo kwenye hifadhi, na waandishi yaliyo yao wenyewe.',
  nothing: 'Hakuna ingizo kama hilo. Tafadhali chagua lingine.',
}
