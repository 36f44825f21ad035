import { existsSync } from 'node:fs'
import { run } from './run.mjs'
import { retry } from './tries.mjs'

/** Returns whether this process runs as root on Debian or a derivative. */
export function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs system packages. Throws an error with the message `advice` if that fails. */
export async function installPackages(packages, advice) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // stdout is left to `npm test`, whose last line is the count.
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  const apt = (...args) => run('apt-get', args, options).catch(() => 127)
  // Each try runs both commands, because an outdated list may name packages that the mirror no longer has.
  const install = async () =>
    (await apt('update', '-q')) || (await apt('install', '-qy', '--no-install-recommends', ...packages))
  if ((await retry(install, (code) => code !== 0)) !== 0) throw new Error(advice)
}
