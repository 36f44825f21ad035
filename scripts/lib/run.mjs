import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { whenCallerGoes } from './callers.mjs'

/**
 * Runs a program in the foreground and answers its exit code (128 + the signal's number when a signal ended it). The
 * program gets the signals that this process gets, SIGTERM when npm or an outer launcher is gone, and learns through its
 * IPC channel when this process is; `onError` gets what it writes to a piped stderr.
 */
export function run(command, args, { onError, ...options } = {}) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
  child.stderr?.setEncoding('utf8').on('data', onError)
  const forward = oncePerSecond((signal) => child.kill(signal))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  const unwatch = whenCallerGoes(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code === null ? 128 + constants.signals[signal] : code))
  }).finally(() => {
    unwatch()
    for (const signal of signals) process.off(signal, forward)
  })
}

/** A terminal and npm both pass Ctrl-C on: the second copy of a signal is not a second wish. */
function oncePerSecond(fn) {
  let last = Number.NEGATIVE_INFINITY
  return (signal) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    fn(signal)
  }
}

/** Runs a program to its end and throws `sentence` when it fails. */
export async function runOrFail(command, args, sentence, options = {}) {
  const code = await run(command, args, { stdio: 'inherit', ...options }).catch(() => 127)
  if (code !== 0) throw new Error(sentence)
}

/** Runs an entry point; what it throws is shown as one sentence and ends the process with 1. */
export async function entry(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
  // An open channel to an outer launcher must not keep a finished one alive.
  if (process.connected) process.disconnect()
}
