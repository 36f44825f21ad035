/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. Also runs in browsers and workers. */
export function pause(ms: number, signal?: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      resolve(undefined)
    }
  })
}
