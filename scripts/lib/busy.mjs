import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** This loop ends with its parent process, however that ends. */
const loop = 'const parent = process.ppid; while (process.ppid === parent);'

/** Keeps every core busy until the returned function is called. */
export function keepBusy() {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }),
  )
  const stop = () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
  process.on('exit', stop)
  return stop
}
