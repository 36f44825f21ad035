import { existsSync } from 'node:fs'
import { runOrFail } from './run.mjs'

/** Whether this is Debian or a child of it, and we are root. */
export function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs packages of the system; throws `advice` when that fails. */
export async function installPackages(packages, advice) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // stdout is npm test's own: its last line is the count.
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  await runOrFail('apt-get', ['update', '-q'], advice, options)
  await runOrFail('apt-get', ['install', '-qy', '--no-install-recommends', ...packages], advice, options)
}
