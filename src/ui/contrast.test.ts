import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The value of a colour token in light and in dark. */
function colour(name: string): { light: string; dark: string } {
  const value = css.match(new RegExp(`--${name}:\\s*([^;]+);`))?.[1] ?? ''
  const [light, dark] = value.match(/#[0-9a-f]{6}\b/gi) ?? []
  if (!light) throw new Error(`tokens.css has no colour --${name}`)
  return { light, dark: dark ?? light }
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'surface', 'sunk']
const fields = ['ochre', 'maize', 'acacia', 'dusk', 'milk']
const on = (inks: string[], need: number) =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground, need] as const))

const pairs: (readonly [string, string, number])[] = [
  ...on(['ink', 'ink2', 'link', 'ok'], 4.5),
  ...on(['action', 'edge', 'focus'], 3),
  ['on-action', 'action', 4.5],
  ['bad', 'bg', 4.5],
  ['bad', 'surface', 4.5],
  ['bad', 'bad-bg', 4.5],
  ['ink', 'bad-bg', 4.5],
  ...fields.flatMap((field) => [[`on-${field}`, field, 4.5] as const, [`on-${field}`, `${field}-l`, 4.5] as const]),
  ['maize', 'acacia', 3],
  ['maize', 'dusk', 3],
  ['maize', 'ochre', 3],
]

describe.each(['light', 'dark'] as const)('contrast, %s', (scheme) => {
  test.each(pairs)('%s on %s is at least %s', (ink, ground, need) => {
    expect(contrast(colour(ink)[scheme], colour(ground)[scheme])).toBeGreaterThanOrEqual(need)
  })
})
