import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deep } from '#test/depth.ts'
import { until } from '#test/until.ts'

const root = join(import.meta.dirname, '..')

/** Returns the processes whose command line or working folder names this folder. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command.includes(folder) ? [command] : []
      } catch {
        return []
      }
    })
}

test.runIf(deep)(
  '`npm run dev` shows its pages without restarting, restarts after a change, and ends with its database',
  { timeout: 180_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'urithi-dev-'))
    const env = { ...process.env, NODE_ENV: undefined, VITEST: undefined, PORT: '0', DATA_DIR: dataDir }
    const dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [dev.stdout, dev.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const addresses = () => [...output.matchAll(/ready at (\S+)/g)].map(([, address]) => address)
    try {
      const address = await until(() => addresses()[0], `the address, after: ${output}`, 90)
      const page = await fetch(address)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<h1')
      for (const path of ['/explore', '/login', '/language/vocabulary'])
        expect((await fetch(address + path)).status, path).toBe(200)

      utimesSync(join(root, 'server.ts'), new Date(), new Date())
      const again = await until(() => addresses()[1], `the address after a change, after: ${output}`, 90)
      expect((await fetch(again)).status).toBe(200)
      expect(addresses()).toHaveLength(2)
    } finally {
      dev.kill('SIGINT')
      await once(dev, 'exit')
    }
    await until(() => processesOf(dataDir).length === 0, `the end of ${processesOf(dataDir)}`, 20)
    rmSync(dataDir, { recursive: true })
  },
)
