import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// The server of each launcher is a script that its test writes.

/** The timeout is long because a Node process starts slowly on a busy machine. */
const patience = { timeout: 20_000 }

const folder = mkdtempSync(join(tmpdir(), 'urithi-supervise-'))
const launchers: ChildProcess[] = []
afterAll(() => {
  for (const { pid, exitCode } of launchers) if (pid && exitCode === null) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Starts a launcher of `server`, the source of a module, in which `start` counts the starts.
 * @param firstPause seconds before the first restart
 */
function launch(server: string, firstPause = 0.05) {
  const pathOf = (name: string) => join(folder, `${launchers.length}-${name}`)
  const [file, starts, reached] = [pathOf('server.mjs'), pathOf('starts'), pathOf('reached')]
  for (const path of [starts, reached]) writeFileSync(path, '')
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n')
     const start = readFileSync(${JSON.stringify(starts)}, 'utf8').trim().split('\\n').length
     const ready = () => new Promise((resolve) => process.send('ready', resolve))
     setInterval(() => {}, 1000)
     ${server}
     appendFileSync(${JSON.stringify(reached)}, process.pid + '\\n')`,
  )
  const lib = (name: string) => JSON.stringify(join(import.meta.dirname, name))
  const source = `import { run } from ${lib('run.mjs')}
    import { supervise } from ${lib('supervise.mjs')}
    const args = ['--max-old-space-size=32', ${JSON.stringify(file)}]
    process.exitCode = await supervise((onMessage) => run(process.execPath, args, { onMessage }), { firstPause: ${firstPause} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'ignore', 'pipe'] })
  launchers.push(child)
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const pidsIn = (path: string) => readFileSync(path, 'utf8').trim().split('\n').filter(Boolean).map(Number)
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  return {
    child,
    ended,
    pids: () => pidsIn(starts),
    /** Returns how many servers have run all of their source, so that they are ready and handle signals. */
    running: () => pidsIn(reached).length,
    output: () => output,
  }
}

test('restarts a server that was killed, and says why', async () => {
  const { child, ended, pids, running, output } = launch('await ready()')
  await expect.poll(running, patience).toBe(1)
  process.kill(pids()[0] as number, 'SIGKILL')
  await expect.poll(running, patience).toBe(2)
  await expect.poll(output, patience).toContain('The server stopped unexpectedly: it was killed')
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
  expect(pids()).toHaveLength(2)
})

test('restarts a server that ran out of memory, and says so', { timeout: 30_000 }, async () => {
  const { child, ended, running, output } = launch(`await ready()
    if (start === 1) for (const all = []; ; ) all.push(new Array(1000).fill({}))`)
  await expect.poll(running, patience).toBe(1)
  await expect.poll(output, patience).toMatch(/ran out of memory|heap out of memory/)
  await expect.poll(output, patience).toContain('Restarting in')
  child.kill('SIGTERM')
  expect(await ended).toBe(143)
})

test('waits longer after each crash', async () => {
  const { child, ended, pids, output } = launch(`await ready(); process.exit(1)`)
  const pauses = () => [...output().matchAll(/Restarting in ([\d.]+) s/g)].map(([, seconds]) => Number(seconds))
  await expect.poll(() => pids().length, patience).toBeGreaterThan(3)
  await expect.poll(() => pauses().slice(0, 3), patience).toEqual([0.05, 0.1, 0.2])
  child.kill('SIGTERM')
  await ended
})

test('stops if the server never became ready, for example because of an invalid setting', async () => {
  const { ended, pids } = launch('process.exit(1)')
  expect(await ended).toBe(1)
  expect(pids()).toHaveLength(1)
})

test('does not restart a server that was told to stop, by the launcher or directly', async () => {
  const server = `await ready()
    process.on('SIGTERM', () => process.send('stopping', () => process.exit(1)))`
  const first = launch(server)
  await expect.poll(first.running, patience).toBe(1)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(1)
  const second = launch(server)
  await expect.poll(second.running, patience).toBe(1)
  process.kill(second.pids()[0] as number, 'SIGTERM')
  expect(await second.ended).toBe(1)
  expect(second.pids()).toHaveLength(1)
})

test('stops immediately when it is told to stop while it waits', async () => {
  // Without the signal it would wait for longer than a test may take.
  const { child, ended, pids, output } = launch(`await ready(); process.exit(1)`, 600)
  await expect.poll(output, patience).toContain('Restarting in 600 s')
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(pids()).toHaveLength(1)
})
