import { fileURLToPath } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { entry, run } from './run.mjs'

const here = fileURLToPath(import.meta.url)

/**
 * Installs and, with `pages`, builds whatever is not up to date. Concurrent starts take turns with flock, whose lock
 * the kernel releases however the process ends.
 */
export async function prepare(root, { pages }) {
  if (isInstalled(root) && (!pages || isBuilt(root))) return
  const step = [process.execPath, here, root, pages ? 'pages' : 'packages']
  const code = await run('flock', ['--no-fork', `${root}/scripts`, ...step], { stdio: 'inherit' }).catch((error) => {
    // Without flock (macOS), two first-time starts at once can interfere with each other.
    if (error.code === 'ENOENT') return run(step[0], step.slice(1), { stdio: 'inherit' })
    throw error
  })
  if (code !== 0) process.exit(code)
}

if (process.argv[1] === here) {
  const [, , root, mode] = process.argv
  await entry(async () => {
    if (!isInstalled(root)) await install(root)
    if (mode === 'pages' && !isBuilt(root)) await build(root)
    return 0
  })
}
