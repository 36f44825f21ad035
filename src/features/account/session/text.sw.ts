import type { Words } from '#text/language.ts'
import type { text as english } from './text.ts'

// Rasimu: a draft in Kiswahili; a speaker must review it (CONTRIBUTING.md, "Reviewing Kiswahili").
export const text: Words<typeof english> = {
  devices: {
    kaiosPhone: 'Simu ya KaiOS',
    iPhone: 'iPhone',
    iPad: 'iPad',
    androidPhone: 'Simu ya Android',
    androidTablet: 'Kompyuta kibao ya Android',
    windowsComputer: 'Kompyuta ya Windows',
    mac: 'Mac',
    chromebook: 'Chromebook',
    linuxComputer: 'Kompyuta ya Linux',
    unknown: 'Kifaa kisichojulikana',
  },
  unknownBrowser: 'kivinjari kisichojulikana',
}
