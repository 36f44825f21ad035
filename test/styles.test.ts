import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Spaces, sizes and corners come from src/ui/styles/tokens.css, so that pages look alike and change together.

const styles = globSync('src/**/*.css').filter((file) => !/\/(tokens|print|receipt)\.css$/.test(file))
const scaled =
  /^\s*((?:gap|row-gap|column-gap|(?:padding|margin)(?:-[a-z]+)*|border(?:-[a-z]+)*-radius|font-size): [^;]*\d[^;]*);/gm

/** These follow something that isn't a space: a drawing, a bar that is fixed to the screen, the browser's own size. */
const measured = [
  'margin-inline: max(0px, (100% - 1280px) / 2) 0',
  'padding-bottom: calc(64px + env(safe-area-inset-bottom))',
  'margin: 80px var(--outside) auto auto',
  'padding-bottom: 220px',
  'font-size: 106.25%',
]

/** A hair's breadth of 2 px at most covers a border. */
const unitOffScale = /(?<![\w.-])(?:\d*\.)?\d+(?:rem|em|pt|cm|ch|px)(?<!\b[012]px)/

test('spaces, sizes and corners are tokens', () => {
  const offScale = styles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(scaled)]
      .map(([, declaration = '']) => declaration)
      .filter((declaration) => unitOffScale.test(declaration) && !measured.includes(declaration))
      .map((declaration) => `${file}: ${declaration}`),
  )
  expect(offScale).toEqual([])
})

test('pages change their layout at three widths, and leave out what doesn’t fit on the smallest phones', () => {
  const widths = /min-width: (600|900|1200)px|max-width: (359|599|899|1199)px/g
  // The specification names the width from which a date is chosen in a popover (section 3.7).
  const unknown = styles.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media ([^{]*width[^{]*)/g)]
      .map(([, query = '']) => query.trim())
      .filter((query) => /\d/.test(query.replace(widths, '')) && query !== '(max-width: 768px)')
      .map((query) => `${file}: ${query}`),
  )
  expect(unknown).toEqual([])
})
