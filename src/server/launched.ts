/**
 * Runs `fn` once when the launcher (`npm start`, or the watcher of `npm run dev`) is gone, however it died.
 * Does nothing in a process that was started without one.
 */
export function onLauncherGone(fn: () => void): void {
  if (!process.send) return
  if (process.connected) process.once('disconnect', fn)
  else setImmediate(fn)
}
