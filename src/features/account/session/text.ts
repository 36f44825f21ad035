import { catalogue } from '#text/language.ts'

/** Names of devices and browsers, in login activity and in emails. */
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
  /** This follows the name of the device. */
  unknownBrowser: 'unknown browser',
})
