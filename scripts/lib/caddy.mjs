import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mayInstall } from './packages.mjs'

/**
 * If there is no Caddy, downloads Debian's package if possible and unpacks it under node_modules instead of installing
 * it, because installing it would start its service. Tests that need Caddy are skipped without it.
 */
export function fetchCaddy(root) {
  const folder = join(root, 'node_modules', '.cache', 'caddy')
  if (existsSync('/usr/bin/caddy') || existsSync(join(folder, 'usr/bin/caddy')) || !mayInstall()) return
  console.log('Downloading Caddy…')
  mkdirSync(folder, { recursive: true })
  spawnSync('apt-get', ['download', '-q', 'caddy'], { cwd: folder, stdio: 'ignore' })
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.deb'))
  const unpacked = archive && spawnSync('dpkg-deb', ['-x', join(folder, archive), folder]).status === 0
  if (!unpacked) console.log('Couldn’t download Caddy. Tests that need it will be skipped.')
}
