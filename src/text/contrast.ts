/** Returns the relative luminance (WCAG 2.2) of a colour written as `#a1b2c3`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns a colour mixed with white. @param share share of white, from 0 to 1 */
export function lightened(hex: string, share: number): string {
  const mixed = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16)
    return Math.round(value + (255 - value) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${mixed.join('')}`
}
