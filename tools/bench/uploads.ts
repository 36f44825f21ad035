import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { film, picture, tones } from '../demo/files.ts'
import { accounts, enterAll } from '../demo/people.ts'
import { openDemo } from '../demo/site.ts'
import { median } from './median.ts'
import { cpuSecondsOfTree } from './processes.ts'

type Media = { processing: { state: string } | null; variants: unknown[] }

const rounds = 7
const files: [name: string, make: (number: number) => Promise<string | undefined>][] = [
  ['picture of 1600 × 1066', (number) => picture(number, `Picture ${number}`, 1600, 1066)],
  ['recording of 4 s', async (number) => tones(number)],
  ['film of 4 s, 640 × 426', film],
]

/**
 * Posts files of each kind one after another, and returns the median CPU seconds that the server and its child processes
 * use for each, until the file has its copies. The first of each kind isn't counted.
 */
export async function measureUploads(opened: AsyncDisposableStack, signal: AbortSignal): Promise<[string, number][]> {
  const site = await openDemo(opened, accounts.admin)
  const { send } = await enterAll(site, signal)
  const server = Number(readFileSync(join(site.dataDir, 'server.pid'), 'utf8'))
  const results: [string, number][] = []
  for (const [name, make] of files) {
    const costs: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const link = await make(round)
      if (!link) break
      const before = cpuSecondsOfTree(server)
      const { id } = await send('member', 'POST', '/media', { title: `${name}, ${round}`, link })
      const isDone = async () => {
        const { processing, variants } = await send<Media>('admin', 'GET', `/media/${id}`)
        return processing ? processing.state !== 'pending' : variants.length > 0
      }
      while (!(await isDone())) await sleep(100, undefined, { signal })
      if (round > 0) costs.push(cpuSecondsOfTree(server) - before)
    }
    results.push([name, median(costs)])
  }
  return results
}
