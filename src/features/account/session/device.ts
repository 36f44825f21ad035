// The order matters: most browsers also name those that they are like.
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
const devices: [RegExp, string][] = [
  [/KAIOS/i, 'KaiOS phone'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android(?=.*Mobile)/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/Windows/, 'Windows computer'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux computer'],
]

/** What a User-Agent says of itself, for a person to recognise: "Android phone", "Chrome". */
export function deviceOf(userAgent: string): { device: string; browser: string } {
  const named = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { device: named(devices) ?? 'Unknown device', browser: named(browsers) ?? 'Unknown browser' }
}
