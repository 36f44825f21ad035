import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { pageKinds } from '#content/entry/address.ts'
import { demoLines, filledSite } from '#test/filled-site.ts'

test('the demo shows entries of every kind, and lets everybody log in', async () => {
  const { site } = await filledSite()
  const lines = demoLines()
  expect(lines).toContain(`The demo is at ${site.url}`)
  const counts = (await (await fetch(`${site.url}/api/counts`)).json()) as Record<string, number>
  for (const kind of pageKinds) expect(counts[kind], kind).toBeGreaterThan(0)

  const accounts = lines.flatMap((line) => /(\S+@demo\.test) {2}(.+)$/.exec(line)?.slice(1, 3) ?? [])
  expect(accounts).toHaveLength(18)
  for (let at = 0; at < accounts.length; at += 2) {
    const login = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: accounts[at], password: accounts[at + 1] }),
    })
    expect(login.status).toBe(200)
  }
}, 240_000)

test('the demo shows its site before it fills it, stops when it is told to, and leaves nothing behind', async () => {
  const folders = () => globSync(join(tmpdir(), 'urithi-demo-*'))
  const before = folders()
  const demo = spawn(process.execPath, ['tools/demo.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void demo.kill('SIGKILL'))
  const ended = once(demo, 'exit')
  let address: string | undefined
  for await (const line of createInterface(demo.stdout)) {
    address ??= /^The demo is at (\S+)/.exec(line)?.[1]
    if (line.startsWith('Filling')) break
  }
  expect((await fetch(`${address}/explore`)).status).toBe(200)
  const [folder = ''] = folders().filter((one) => !before.includes(one))
  expect(existsSync(join(folder, 'server.pid'))).toBe(true)
  demo.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(existsSync(folder)).toBe(false)
})
