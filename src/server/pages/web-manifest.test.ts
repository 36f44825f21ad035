import { expect, test } from 'vitest'
import { webManifest } from './web-manifest.ts'

test.each([
  ['Sample site', 'Sample site'],
  ['Sample archive of a valley', 'Sample'],
  ['Sample: an archive of a valley', 'Sample'],
  ['“Sample” archive of a valley', 'Sample'],
])('the short name of “%s” is “%s”', (name, short) => {
  expect(webManifest({ name, logo: null, colours: null }).short_name).toBe(short)
})
