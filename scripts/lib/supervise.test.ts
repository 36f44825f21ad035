import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

// Launchers whose server is a script of the test.

const folder = mkdtempSync(join(tmpdir(), 'urithi-supervise-'))
const launchers: ChildProcess[] = []
afterAll(() => {
  for (const { pid, exitCode } of launchers) if (pid && exitCode === null) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a launcher of `server`, the source of a module that knows how often it was started. */
function launch(server: string) {
  const [file, starts] = ['server.mjs', 'starts'].map((name) => join(folder, `${launchers.length}-${name}`)) as [
    string,
    string,
  ]
  writeFileSync(starts, '')
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n')
     const start = readFileSync(${JSON.stringify(starts)}, 'utf8').trim().split('\\n').length
     const ready = () => new Promise((resolve) => process.send('ready', resolve))
     setInterval(() => {}, 1000)
     ${server}`,
  )
  const lib = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const source = `import { run } from ${lib('run.mjs')}
    import { supervise } from ${lib('supervise.mjs')}
    const args = ['--max-old-space-size=32', ${JSON.stringify(file)}]
    process.exitCode = await supervise((onMessage) => run(process.execPath, args, { onMessage }), { firstPause: 0.05 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'ignore', 'pipe'] })
  launchers.push(child)
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const pids = () => readFileSync(starts, 'utf8').trim().split('\n').filter(Boolean).map(Number)
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return { child, ended, pids, output: () => output }
}

test('starts a server again that was killed, and says why', async () => {
  const { child, ended, pids, output } = launch('await ready()')
  await expect.poll(() => pids().length).toBe(1)
  await sleep(300)
  process.kill(pids()[0] as number, 'SIGKILL')
  await expect.poll(() => pids().length).toBe(2)
  expect(output()).toContain('The server ended unexpectedly: it was killed')
  await sleep(300)
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  expect(pids()).toHaveLength(2)
})

test('starts a server again that ran out of memory, and says so', { timeout: 30_000 }, async () => {
  const { child, ended, pids, output } = launch(`await ready()
    if (start === 1) for (const all = []; ; ) all.push(new Array(1000).fill({}))`)
  await expect.poll(() => pids().length, { timeout: 20_000 }).toBe(2)
  expect(output()).toMatch(/ran out of memory|heap out of memory/)
  expect(output()).toContain('It starts again in')
  await sleep(300)
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

test('waits longer after each crash', async () => {
  const { child, ended, pids, output } = launch(`await ready(); process.exit(1)`)
  await expect.poll(() => pids().length, { timeout: 10_000 }).toBeGreaterThan(3)
  const pauses = [...output().matchAll(/again in ([\d.]+) s/g)].map(([, seconds]) => Number(seconds))
  expect(pauses.slice(0, 3)).toEqual([0.05, 0.1, 0.2])
  child.kill('SIGTERM')
  await ended
})

test('stops if the server never became ready, as with a wrong setting', async () => {
  const { ended, pids } = launch('process.exit(1)')
  expect(await ended).toBe(1)
  expect(pids()).toHaveLength(1)
})

test('stops after a server that was told to stop, by the launcher or directly', async () => {
  const server = `await ready()
    process.on('SIGTERM', () => process.send('stopping', () => process.exit(1)))`
  const first = launch(server)
  await expect.poll(() => first.pids().length).toBe(1)
  await sleep(300)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(1)
  const second = launch(server)
  await expect.poll(() => second.pids().length).toBe(1)
  await sleep(300)
  process.kill(second.pids()[0] as number, 'SIGTERM')
  expect(await second.ended).toBe(1)
  expect(second.pids()).toHaveLength(1)
})

test('stops at once when it is told to stop while it waits', async () => {
  const { child, ended, pids, output } = launch(`await ready(); process.exit(1)`)
  await expect.poll(() => output(), { timeout: 10_000 }).toContain('again in 1.6 s')
  child.kill('SIGTERM')
  const before = pids().length
  expect(await ended).toBe(1)
  expect(pids()).toHaveLength(before)
})
