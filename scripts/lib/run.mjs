import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { whenCallerGoes } from './callers.mjs'

/** The signals that tell a program to end. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the foreground and returns its exit code (128 + signal number if a signal ended it). The program
 * receives this process's signals, and SIGTERM when npm or an outer launcher has ended. Unless `stdio` is set, it also
 * has an IPC channel. `onError` receives its piped stderr, `onMessage` its IPC messages.
 */
export function run(command, args, { onError, onMessage, ...options } = {}) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
  if (onMessage) child.on('message', onMessage)
  child.stderr?.setEncoding('utf8').on('data', onError)
  const forward = oncePerSecond((signal) => child.kill(signal))
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

/**
 * Returns a function that ignores any signal within a second of the last one passed on, because a terminal and npm both
 * forward Ctrl-C.
 */
function oncePerSecond(fn) {
  let last = Number.NEGATIVE_INFINITY
  return (signal) => {
    if (performance.now() - last < 1000) return
    last = performance.now()
    fn(signal)
  }
}

/** Runs a program. Throws an error with the message `sentence` if it fails. */
export async function runOrFail(command, args, sentence, options = {}) {
  const code = await run(command, args, { stdio: 'inherit', ...options }).catch(() => 127)
  if (code !== 0) throw new Error(sentence)
}

/** Runs an entry point. If it throws an error, prints the message and sets exit code 1. */
export async function entry(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
  // An open channel to an outer launcher would keep this process alive.
  if (process.connected) process.disconnect()
}
