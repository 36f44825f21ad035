import type { Words } from '#core/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  languagePages: [
    { href: '/language/vocabulary', label: 'Msamiati' },
    { href: '/language/proverbs', label: 'Methali' },
    { href: '/language/poems', label: 'Mashairi' },
    { href: '/language/communication', label: 'Mawasiliano' },
  ],
  anonymous: 'Bila jina',
  hiddenTitle: 'Mwangalizi ameficha hili. Wewe na waangalizi tu mnaliona.',
  hiddenReason: (reason) => `Sababu yake: ${reason}`,
  hide: 'Ficha',
  hideTitle: 'Ulifiche kwa kila mtu?',
  hideBody: 'Mwandishi bado ataliona, na atasoma sababu yako.',
  reason: 'Sababu yako',
  restore: 'Lionyeshe tena',
  hidden: 'Limefichwa.',
  restored: 'Linaonekana tena.',
  remove: 'Futa',
  removeTitle: 'Ufute hili?',
  removeBody: 'Haiwezi kurudishwa.',
  removed: 'Limefutwa.',
}
