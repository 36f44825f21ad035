import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Returns the address that a starting site prints. Throws if it ends before. */
export async function addressOf({ stdout }: ChildProcess, name = 'The site'): Promise<string> {
  for await (const line of createInterface(stdout as Readable)) {
    const [, url] = / is ready at (http:\S+)/.exec(line) ?? []
    if (url) return url
  }
  throw new Error(`${name} didn’t start: see the lines above.`)
}

/** Ends a site, by force after `seconds`. */
export async function stop(child: ChildProcess, seconds = 30): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const killTimer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(killTimer)
}
