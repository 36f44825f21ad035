import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  send: 'Tuma kama filamu',
  size: 'isiyozidi KB 250',
  wait: 'Filamu inatengenezwa…',
  ready: 'Tayari. Bonyeza tena kuituma',
}
