import { catalogue } from '#core/language.ts'

/** How the server names what someone signed in with. */
export const text = catalogue('account/session', {
  devices: {
    kaiosPhone: 'KaiOS phone',
    iPhone: 'iPhone',
    iPad: 'iPad',
    androidPhone: 'Android phone',
    androidTablet: 'Android tablet',
    windowsComputer: 'Windows computer',
    mac: 'Mac',
    chromebook: 'Chromebook',
    linuxComputer: 'Linux computer',
    unknown: 'Unknown device',
  },
  unknownBrowser: 'Unknown browser',
})
