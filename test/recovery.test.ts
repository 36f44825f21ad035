import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deep } from './depth.ts'
import { type RunningSite, startSite } from './running-site.ts'

// Kills a running site while a member posts, and damages its compile cache.

const dataDir = mkdtempSync(join(tmpdir(), 'urithi-kill-'))
let site: RunningSite

async function post(url: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

beforeAll(async () => {
  site = await startSite(dataDir)
}, 60_000)
afterAll(async () => {
  await site?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('kill -9 of the server while a member posts loses no acknowledged article', { timeout: 120_000 }, async () => {
  const registration = await post(site.url, '/api/auth/register', {
    name: 'Sample Person',
    email: 'kill@site.test',
    password: 'sample password',
  })
  const { token } = (await registration.json()) as { token: string }
  const acknowledged: string[] = []

  let running: { url: string; serverPid: number } = site
  // Each kill comes immediately after an acknowledgement, while the other writers may be at any point of a request.
  for (const [round, count] of (deep ? [8, 40, 90] : [40]).entries()) {
    const { url, serverPid } = running
    const killAt = acknowledged.length + count
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; ; i++) {
        const article = {
          title: `Round ${round}, ${writer}, ${i}`,
          category: 'Culture',
          content: 'x',
          visibility: 'public',
        }
        const answer = await post(url, '/api/articles', article, token).catch(() => undefined)
        if (!answer) return
        if (answer.status !== 201) continue
        acknowledged.push(((await answer.json().catch(() => ({}))) as { id?: string }).id ?? '')
        if (acknowledged.length === killAt) process.kill(serverPid, 'SIGKILL')
      }
    })
    await Promise.all(writers)
    running = await site.again()
  }

  const ids = acknowledged.filter((id) => id !== '')
  expect(ids.length).toBeGreaterThan(10)
  for (const id of ids) {
    const answer = await fetch(`${running.url}/api/articles/${id}`)
    expect([id, answer.status]).toEqual([id, 200])
  }
})

test.runIf(deep)('a truncated compile cache doesn’t prevent a start', { timeout: 60_000 }, async () => {
  await site.stop()
  const files = readdirSync(join(dataDir, 'compiled'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, 'compiled', name))
    .filter((path) => statSync(path).isFile())
  expect(files.length).toBeGreaterThan(100)
  for (const [at, path] of files.entries()) truncateSync(path, Math.floor((statSync(path).size * (at % 3)) / 4))
  site = await startSite(dataDir)
  expect((await fetch(site.url)).status).toBe(200)
})
