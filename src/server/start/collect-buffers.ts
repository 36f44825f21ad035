/** ms between checks. */
const checkMs = 100
/** Bytes by which buffers may grow before used ones are collected. */
const step = 8 * 1024 * 1024

/**
 * Frees the buffers of files that pass through the server soon after their use. V8 by itself leaves up to 64 MB of them,
 * and more while the machine is busy. Needs Node's option `--expose-gc`; without it, it does nothing.
 */
export function collectBuffers(): void {
  const { gc } = globalThis
  if (!gc) return
  let least = 0
  const check = () => {
    const now = process.memoryUsage().arrayBuffers
    least = Math.min(least, now)
    if (now < least + step) return
    gc({ type: 'minor' })
    least = process.memoryUsage().arrayBuffers
  }
  setInterval(check, checkMs).unref()
}
