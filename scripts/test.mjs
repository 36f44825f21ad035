import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchCaddy } from './lib/caddy.mjs'
import { findOrInstallChromium, findShell } from './lib/chromium.mjs'
import { installFfmpeg } from './lib/ffmpeg.mjs'
import { nodeBinary } from './lib/node-binary.mjs'
import { prepare } from './lib/prepare.mjs'
import { entry } from './lib/run.mjs'
import { runPlaywright, runVitest, sum } from './lib/test-runs.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const filters = process.argv.slice(2)

// `npm test`: everything. `npm test -- <filter>`: only matching Vitest files, without browser tests.
await entry(async () => {
  await prepare(root, { pages: true })
  const env = { ...process.env, PATH: `${dirname(nodeBinary(root))}:${process.env.PATH}` }
  await installFfmpeg()
  fetchCaddy(root)
  const counts = [await runVitest(root, filters, env)]
  if (filters.length === 0) {
    const CHROMIUM_PATH = await findOrInstallChromium()
    const CHROMIUM_SHELL_PATH = findShell() ?? CHROMIUM_PATH
    counts.push(await runPlaywright(root, { ...env, CHROMIUM_PATH, CHROMIUM_SHELL_PATH }))
  }
  const { passed, failed, skipped } = sum(counts)
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
})
