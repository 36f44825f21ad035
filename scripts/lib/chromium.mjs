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
const advice = 'The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.'

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, the system's, or on Debian as root the package, installed
 * now. Throws one sentence when there is none.
 */
export async function findOrInstallChromium() {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !isProgram(wanted)) throw new Error('CHROMIUM_PATH must be the path of a program.')
  const found = wanted || places.find(isProgram)
  if (!found && !mayInstall()) throw new Error(advice)
  if (!found) {
    console.log('Installing Chromium…')
    await installPackages(packages, advice)
  }
  if (!wanted && !isProgram(shell) && mayInstall())
    await installPackages(['chromium-headless-shell'], advice).catch(() =>
      console.log('Without its shell, it takes longer.'),
    )
  return found ?? places.find(isProgram) ?? '/usr/bin/chromium'
}

/** The path of the same Chromium without its windows, which walks pages with two thirds of the time; undefined without one. */
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
