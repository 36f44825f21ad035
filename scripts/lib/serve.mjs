import { join, resolve } from 'node:path'
import { canReach, serviceUser } from '#server/start/service-user.ts'
import { handOverDataDir } from '#server/storage/file-owner.ts'
import { nodeBinary } from './node-binary.mjs'
import { nodeOptions, nodeVariables } from './node-options.ts'
import { resolvePath } from './place-for.mjs'
import { checkSettings } from './prepare.mjs'
import { run } from './run.mjs'
import { ownFolder, runnableCopy } from './runnable-copy.mjs'
import { supervise } from './supervise.mjs'

/** Runs the server, restarts it after a crash, and returns its exit code. */
export async function serve(root) {
  // As root, `runAsService` makes the data folder, which a wrong setting must not leave behind.
  const code = serviceUser() ? await checkSettings(root) : 0
  return code || supervise((onMessage) => runAsService(root, 'server.ts', () => [], { onMessage }))
}

/**
 * Runs a script from the clone and returns its exit code. If started as root, it runs the script as the service user,
 * with a data folder this user can access, and from a copy if the user can't read the clone. `argsFor` is called with
 * the user, `onMessage` with each IPC message from the script.
 */
export async function runAsService(root, script, argsFor, { onMessage } = {}) {
  const user = serviceUser()
  const env = { ...nodeVariables, ...process.env, NODE_ENV: 'production' }
  let app = root
  if (user) {
    const local = canReach(root, user, 'execute') ? join(root, 'var') : ownFolder(root)
    env.DATA_DIR = env.DATA_DIR ? resolve(env.DATA_DIR) : local
    handOverDataDir(env.DATA_DIR, user)
    if (env.BACKUP_TO) env.BACKUP_TO = resolvePath(env.BACKUP_TO, user)
    Object.assign(env, { HOME: env.DATA_DIR, USER: user.name, LOGNAME: user.name })
    app = runnableCopy(root, user)
  }
  // V8 stores compiled code here for the next start.
  env.NODE_COMPILE_CACHE ??= join(env.DATA_DIR ?? 'var', 'compiled')
  // The server's files are private. Spawning with another uid also drops supplementary groups. Running it in its own
  // process group keeps the terminal from sending it each signal a second time.
  process.umask(0o077)
  const account = { uid: user?.uid, gid: user?.gid }
  const args = [...nodeOptions, join(app, script), ...argsFor(user)]
  return run(nodeBinary(app), args, { cwd: app, env, detached: true, onMessage, ...account })
}
