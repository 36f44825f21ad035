import { join, resolve } from 'node:path'
import { canReach, serviceUser } from '#server/start/service-user.ts'
import { handOverDataDir } from '#server/storage/file-owner.ts'
import { nodeBinary } from './node-binary.mjs'
import { nodeOptions, nodeVariables } from './node-options.ts'
import { placeFor } from './place-for.mjs'
import { run } from './run.mjs'
import { ownFolder, runnableCopy } from './runnable-copy.mjs'
import { supervise } from './supervise.mjs'

/** Runs the server, restarts it after a crash, and returns its exit code. */
export const serve = (root) => supervise((onMessage) => runAsService(root, 'server.ts', () => [], { onMessage }))

/**
 * Runs a script of the clone and returns its exit code. As root it runs as the service user, with data that this user
 * can reach, and from a copy if it can't read the clone. `argsFor` gets the user, `onMessage` the script's IPC
 * messages.
 */
export async function runAsService(root, script, argsFor, { onMessage } = {}) {
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
  // V8's compile cache, for the next start.
  env.NODE_COMPILE_CACHE ??= join(env.DATA_DIR ?? 'var', 'compiled')
  // The server's files are private. Spawning with another uid drops supplementary groups, too, and its own process
  // group avoids the terminal's second copy of each signal.
  process.umask(0o077)
  const account = { uid: user?.uid, gid: user?.gid }
  const args = [...nodeOptions, join(app, script), ...argsFor(user)]
  return run(nodeBinary(app), args, { cwd: app, env, detached: true, onMessage, ...account })
}
