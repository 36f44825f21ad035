import { join, resolve } from 'node:path'
import { handOverDataDir } from '#server/file-owner.ts'
import { canReach, serviceUser } from '#server/service-user.ts'
import { nodeBinary } from './node-binary.mjs'
import { nodeOptions, nodeVariables } from './node-options.ts'
import { placeFor } from './place-for.mjs'
import { run } from './run.mjs'
import { ownFolder, runnableCopy } from './runnable-copy.mjs'

/** Runs the server and answers its exit code. */
export const serve = (root) => runAsService(root, 'server.ts', () => [])

/**
 * Runs a script of the clone and answers its exit code. As root it runs as the service user: with its data where that
 * user reaches it, and from a copy where that user cannot read the clone. `argsFor` is told who that is.
 */
export async function runAsService(root, script, argsFor) {
  const user = serviceUser()
  const env = { ...nodeVariables, ...process.env, NODE_ENV: 'production' }
  let app = root
  if (user) {
    const local = canReach(root, user, 'execute') ? join(root, 'var') : ownFolder(root)
    env.DATA_DIR = env.DATA_DIR ? resolve(env.DATA_DIR) : local
    handOverDataDir(env.DATA_DIR, user)
    if (env.BACKUP_TO) env.BACKUP_TO = placeFor(env.BACKUP_TO, user)
    Object.assign(env, { HOME: env.DATA_DIR, USER: user.name, LOGNAME: user.name })
    app = runnableCopy(root, user)
  }
  // What V8 made of the sources, for the next start.
  env.NODE_COMPILE_CACHE ??= join(env.DATA_DIR ?? 'var', 'compiled')
  // What the server writes is private. Spawning with another uid drops supplementary groups too, and a process group
  // of its own spares the server the terminal's second copy of each signal.
  process.umask(0o077)
  const account = { uid: user?.uid, gid: user?.gid }
  const args = [...nodeOptions, join(app, script), ...argsFor(user)]
  return run(nodeBinary(app), args, { cwd: app, env, detached: true, ...account })
}
