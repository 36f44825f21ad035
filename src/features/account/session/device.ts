import { text } from './text.ts'

// The order matters, because most browsers also name others that they are compatible with.
const browsers: [RegExp, string][] = [
  [/Opera Mini|OPiOS/, 'Opera Mini'],
  [/OPR\/|Opera/, 'Opera'],
  [/UCBrowser|UCWEB/, 'UC Browser'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const devices: [RegExp, keyof typeof text.devices][] = [
  [/KAIOS/i, 'kaiosPhone'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android(?=.*Mobile)/, 'androidPhone'],
  [/Android/, 'androidTablet'],
  [/Windows/, 'windowsComputer'],
  [/Macintosh|Mac OS X/, 'mac'],
  [/CrOS/, 'chromebook'],
  [/Linux|X11/, 'linuxComputer'],
]

/** Returns the names of the device and the browser in a User-Agent header, such as "Android phone" and "Chrome". */
export function deviceOf(userAgent: string): { device: string; browser: string } {
  return {
    device: text.devices[firstMatch(devices, userAgent) ?? 'unknown'],
    browser: firstMatch(browsers, userAgent) ?? text.unknownBrowser,
  }
}

function firstMatch<Name extends string>(list: [RegExp, Name][], userAgent: string): Name | undefined {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1]
}
