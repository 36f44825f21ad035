import { accessSync, constants } from 'node:fs'
import { installPackages, mayInstall } from './packages.mjs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const packages = ['chromium', 'fonts-noto-core', 'fonts-lato']
const advice = 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.'

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, the system's, or on Debian as root the package, installed
 * now. Throws one sentence when there is none.
 */
export async function findOrInstallChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !isProgram(wanted)) throw new Error('CHROMIUM_PATH must be the path of a program.')
  const found = wanted || places.find(isProgram)
  if (found) return found
  if (!mayInstall()) throw new Error(advice)
  console.log('Installing Chromium…')
  await installPackages(packages, advice)
  return places.find(isProgram) ?? '/usr/bin/chromium'
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
