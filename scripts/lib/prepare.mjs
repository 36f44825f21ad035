import { fileURLToPath } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { nodeBinary } from './node-binary.mjs'
import { entry, run } from './run.mjs'

const here = fileURLToPath(import.meta.url)

/** Returns 0 if the settings are valid; otherwise says which one is wrong, and returns another exit code. */
export function checkSettings(root) {
  const check = fileURLToPath(new URL('check-settings.ts', import.meta.url))
  return run(nodeBinary(root), [check], { cwd: root })
}

/**
 * Installs and, with `pages`, builds whatever is not up to date. With `settings`, checks these in between, because a
 * build can take minutes. Concurrent starts take turns with flock, whose lock the kernel releases however the process
 * ends.
 */
export async function prepare(root, { pages, settings = false }) {
  if (isInstalled(root) && (!pages || isBuilt(root))) return
  const step = [process.execPath, here, root, ...(pages ? ['pages'] : []), ...(settings ? ['settings'] : [])]
  const code = await run('flock', ['--no-fork', `${root}/scripts`, ...step], { stdio: 'inherit' }).catch((error) => {
    // Without flock (macOS), two first-time starts at once can interfere with each other.
    if (error.code === 'ENOENT') return run(step[0], step.slice(1), { stdio: 'inherit' })
    throw error
  })
  if (code !== 0) process.exit(code)
}

if (process.argv[1] === here) {
  const [, , root, ...parts] = process.argv
  await entry(async () => {
    if (!isInstalled(root)) await install(root)
    if (parts.includes('settings')) {
      const code = await checkSettings(root)
      if (code !== 0) return code
    }
    if (parts.includes('pages') && !isBuilt(root)) await build(root)
    return 0
  })
}
