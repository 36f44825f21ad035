import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '#text/contrast.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Returns the values of a colour token in the light and the dark theme. */
function colour(name: string): { light: string; dark: string } {
  const value = css.match(new RegExp(`--${name}:\\s*([^;]+);`))?.[1] ?? ''
  const [light, dark] = value.match(/#[0-9a-f]{6}\b/gi) ?? []
  if (!light) throw new Error(`tokens.css has no colour --${name}`)
  return { light, dark: dark ?? light }
}

const grounds = ['bg', 'surface', 'sunk']
const fields = ['ochre', 'maize', 'acacia', 'dusk', 'milk']
const on = (inks: string[], minimum: number) =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground, minimum] as const))

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
  test.each(pairs)('%s on %s is at least %s', (ink, ground, minimum) => {
    expect(contrast(colour(ink)[scheme], colour(ground)[scheme])).toBeGreaterThanOrEqual(minimum)
  })
})
