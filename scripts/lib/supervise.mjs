import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { whenCallerGoes } from './callers.mjs'
import { signals } from './run.mjs'

/**
 * Seconds before the first restart after a crash, and the longest pause. After a run of `forgottenAfter` seconds, the
 * first pause applies again.
 */
const pause = { first: 1, longest: 60, forgottenAfter: 600 }

/**
 * Runs a server and restarts it after crashes, at growing intervals. Returns its exit code once it has been
 * stopped, or if it never became ready, for example because of an invalid setting.
 * @param start runs the server and returns its exit code; `onMessage` must receive its messages `ready` and `stopping`
 */
export async function supervise(start, { say = console.error, firstPause = pause.first } = {}) {
  const stop = new AbortController()
  const end = () => stop.abort()
  for (const signal of signals) process.on(signal, end)
  const unwatch = whenCallerGoes(end)
  const messages = new Set()
  const onMessage = (message) => messages.add(message)
  let seconds = firstPause
  try {
    for (;;) {
      const began = performance.now()
      const code = await start(onMessage)
      if (stop.signal.aborted || messages.has('stopping') || !messages.has('ready')) return code
      if (performance.now() - began > pause.forgottenAfter * 1000) seconds = firstPause
      say(`The server stopped unexpectedly: ${reasonOf(code)} Restarting in ${seconds} s.`)
      const isStopped = await sleep(seconds * 1000, false, { signal: stop.signal }).catch(() => true)
      if (isStopped) return code
      seconds = Math.min(pause.longest, seconds * 2)
    }
  } finally {
    unwatch()
    for (const signal of signals) process.off(signal, end)
  }
}

function reasonOf(code) {
  const signal = Object.keys(constants.signals).find((name) => 128 + constants.signals[name] === code)
  if (signal === 'SIGABRT') return 'it aborted, usually because it ran out of memory. The lines above say more.'
  if (signal === 'SIGKILL') return 'it was killed, by hand or because the machine ran out of memory.'
  if (signal) return `it was terminated by ${signal}.`
  return `exit code ${code}. The lines above say why.`
}
