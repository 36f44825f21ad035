import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copiesMade, type Filled } from '../tools/demo/fill.ts'
import type { Site } from '../tools/demo/people.ts'
import { until } from './until.ts'

/** Folder of the demo that `npm test` starts for all tests that visit a filled site (scripts/lib/demo-site.mjs). */
const folder = process.env.DEMO_FOLDER ?? ''

/** Returns the lines that the demo printed. */
export const demoLines = () => readFileSync(join(folder, 'lines'), 'utf8').split('\n')

/**
 * Waits until the demo of this test run is filled and its pictures have their copies. Tests share it, so that they may
 * only add to it what the others don't notice.
 */
export async function filledSite(): Promise<Filled & { site: Site }> {
  if (!folder) throw new Error('Run this with `npm test`, which starts the demo.')
  const file = join(folder, 'filled.json')
  const filled = await until(() => existsSync(file) && JSON.parse(readFileSync(file, 'utf8')), 'the filled demo', 180)
  await copiesMade(filled.site, filled, { onlyPictures: true })
  return filled
}
