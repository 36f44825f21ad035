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
const shell = '/usr/bin/chromium-headless-shell'
const packages = ['chromium', 'fonts-noto-core', 'fonts-lato']
const advice = 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to its path.'

/**
 * Returns the path of a Chromium for the browser tests: CHROMIUM_PATH, the system's, or one that it installs as root on
 * Debian. Without CHROMIUM_PATH, also installs the headless shell if possible. Throws an Error with a message to show
 * if CHROMIUM_PATH isn't a program, or if there is no Chromium.
 */
export async function findOrInstallChromium() {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !isProgram(configured)) throw new Error('CHROMIUM_PATH must be the path of a program.')
  const program = configured || places.find(isProgram)
  if (!program && !mayInstall()) throw new Error(advice)
  if (!program) {
    console.log('Installing Chromium…')
    await installPackages(packages, advice)
  }
  if (!configured && !isProgram(shell) && mayInstall())
    await installPackages(['chromium-headless-shell'], advice).catch(() =>
      console.log('Couldn’t install chromium-headless-shell. The tests take longer without it.'),
    )
  return program ?? places.find(isProgram) ?? '/usr/bin/chromium'
}

/**
 * Returns the path of the headless shell, with which the tests take a third less time; undefined if there is none or
 * CHROMIUM_PATH is set.
 */
export function findShell() {
  return process.env.CHROMIUM_PATH || !isProgram(shell) ? undefined : shell
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
