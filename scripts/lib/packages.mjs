import { existsSync } from 'node:fs'
import { runOrFail } from './run.mjs'

/** Returns whether this is Debian or a derivative, and the process is root. */
export function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs system packages; throws `advice` if that fails. */
export async function installPackages(packages, advice) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // stdout belongs to `npm test`, whose last line is the count.
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  await runOrFail('apt-get', ['update', '-q'], advice, options)
  await runOrFail('apt-get', ['install', '-qy', '--no-install-recommends', ...packages], advice, options)
}
