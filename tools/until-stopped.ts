/**
 * Runs a tool and then closes what it has opened. Its signal is aborted when the tool is told to stop. Returns false if
 * it was, even if the work failed because of that.
 */
export async function untilStopped(
  work: (opened: AsyncDisposableStack, signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const stopped = new AbortController()
  // A terminal and npm both forward Ctrl-C, so a signal may come more than once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => stopped.abort())
  const opened = new AsyncDisposableStack()
  try {
    await work(opened, stopped.signal)
  } catch (error) {
    if (!stopped.signal.aborted) throw error
  } finally {
    await opened.disposeAsync()
    if (process.connected) process.disconnect?.()
  }
  return !stopped.signal.aborted
}
