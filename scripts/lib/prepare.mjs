import { fileURLToPath } from 'node:url'
import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { entry, run } from './run.mjs'

const here = fileURLToPath(import.meta.url)

/**
 * Installs and, when `pages` is asked for, builds whatever is not up to date. Two starts at once take turns: the work
 * happens in a process that flock holds a lock for, which the kernel drops however that process ends.
 */
export async function prepare(root, { pages }) {
  if (isInstalled(root) && (!pages || isBuilt(root))) return
  const step = [process.execPath, here, root, pages ? 'pages' : 'packages']
  const code = await run('flock', ['--no-fork', `${root}/scripts`, ...step], { stdio: 'inherit' }).catch((error) => {
    // Without flock (macOS) nothing guards two first starts at once.
    if (error.code === 'ENOENT') return run(step[0], step.slice(1), { stdio: 'inherit' })
    throw error
  })
  if (code !== 0) process.exit(code)
}

if (process.argv[1] === here) {
  const [, , root, wanted] = process.argv
  await entry(async () => {
    if (!isInstalled(root)) await install(root)
    if (wanted === 'pages' && !isBuilt(root)) await build(root)
    return 0
  })
}
