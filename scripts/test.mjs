import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchCaddy } from './lib/caddy.mjs'
import { findOrInstallChromium, findShell } from './lib/chromium.mjs'
import { installFfmpeg } from './lib/ffmpeg.mjs'
import { hasBrowserTests, parseArguments, runGate, runRepeatedly } from './lib/gate.mjs'
import { nodeBinary } from './lib/node-binary.mjs'
import { prepare } from './lib/prepare.mjs'
import { entry } from './lib/run.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// `npm test` runs everything; `npm test -- <filter>` runs the files that match (browser tests match by `.spec`).
// `npm test -- --repeat 20 <filter>` runs them 20 times with every core busy, to find tests that fail now and then.
// `npm run test:deep` runs the files that have a long form, in that form.
await entry(async () => {
  const selection = parseArguments(root, process.argv.slice(2))
  await prepare(root, { pages: true })
  const env = { ...process.env, PATH: `${dirname(nodeBinary(root))}:${process.env.PATH}` }
  if (selection.deep) env.TEST_DEPTH = 'deep'
  await installFfmpeg()
  fetchCaddy(root)
  if (hasBrowserTests(selection)) {
    env.CHROMIUM_PATH = await findOrInstallChromium()
    env.CHROMIUM_SHELL_PATH = findShell() ?? env.CHROMIUM_PATH
  }
  return selection.repeat > 0 ? runRepeatedly(root, selection, env) : runGate(root, selection, env)
})
