import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  toKeepers: 'Wasimulie watunzaji',
  noMatchHelp: 'Jaribu maneno machache zaidi, au andika mwanzo wa neno tu.',
  listen: 'Sikiliza',
  audiences: { public: 'Kila mtu', members: 'Wanachama', keepers: 'Watunzaji' },
  form: {
    translation: 'Tafsiri',
    recording: 'Rekodi yake',
    save: 'Hifadhi mabadiliko',
    saved: 'Mabadiliko yamehifadhiwa.',
    check: 'Tafadhali angalia ulichojaza',
  },
}
