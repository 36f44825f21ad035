/**
 * Runs `fn` once when the launcher (`npm start`, or the watcher of `npm run dev`) has exited. Does nothing in a process
 * without one.
 */
export function onLauncherGone(fn: () => void): void {
  if (!process.send) return
  if (process.connected) process.once('disconnect', fn)
  else setImmediate(fn)
}

/**
 * Tells the launcher the state of this process: after `ready` it restarts a crashed server, after `stopping` it
 * doesn't.
 */
export function tellLauncher(message: 'ready' | 'stopping'): void {
  if (process.connected) process.send?.(message)
}
