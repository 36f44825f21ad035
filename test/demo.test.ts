import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { pageKinds } from '#content/entry/address.ts'

test('the demo shows entries of every kind, lets everybody log in, and leaves nothing behind', async () => {
  const folders = () => globSync(join(tmpdir(), 'urithi-demo-*'))
  const before = folders()
  const demo = spawn(process.execPath, ['tools/demo.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  // Otherwise a demo that is too slow would outlive its test and keep the test run open.
  onTestFinished(() => void demo.kill('SIGKILL'))
  const ended = once(demo, 'exit')
  const lines: string[] = []
  for await (const line of createInterface(demo.stdout)) {
    lines.push(line)
    if (line.startsWith('Press Ctrl-C')) break
  }
  const [, url = ''] = /The demo is at (http:\S+)/.exec(lines.join('\n')) ?? []
  const counts = (await (await fetch(`${url}/api/counts`)).json()) as Record<string, number>
  for (const kind of pageKinds) expect(counts[kind], kind).toBeGreaterThan(0)

  const accounts = lines.flatMap((line) => /(\S+@demo\.test) {2}(.+)$/.exec(line)?.slice(1, 3) ?? [])
  expect(accounts).toHaveLength(18)
  for (let at = 0; at < accounts.length; at += 2) {
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: accounts[at], password: accounts[at + 1] }),
    })
    expect(login.status).toBe(200)
  }

  const [folder = ''] = folders().filter((one) => !before.includes(one))
  expect(existsSync(folder)).toBe(true)
  demo.kill('SIGTERM')
  await ended
  expect(existsSync(folder)).toBe(false)
}, 180_000)
