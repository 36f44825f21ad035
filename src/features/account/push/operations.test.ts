import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushNote } from '#core/push.ts'
import { sessions } from '#core/tables.ts'
import { openPusher } from '#server/jobs/push.ts'
import { buildArticle } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { pushSubscriptions } from './table.ts'

// These tests simulate a browser with its own keys, and a local push service that records what it receives. They
// decrypt the pushes as RFC 8291 specifies, without the library that encrypted them.

type Browser = { ecdh: ECDH; auth: Buffer; endpoint: string }
type ReceivedPush = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }

const site = testSite()
const received: ReceivedPush[] = []
let answer = 201
let service: Server

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(answer).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  site.services.push = openPusher(
    'a secret of the push tests',
    'mailto:no-reply@site.test',
    async (url, headers, body) => {
      const { pathname } = new URL(url)
      const sent = await fetch(`http://127.0.0.1:${port}${pathname}`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      })
      return sent.status
    },
  )
})
afterAll(() => service.close())
beforeEach(() => {
  received.length = 0
  answer = 201
})

function openBrowser(): Browser {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16), endpoint: `https://push.example.org/${randomBytes(12).toString('hex')}` }
}

function subscription({ ecdh, auth, endpoint }: Browser) {
  return { endpoint, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') } }
}

/** Decrypts a push with the browser's key (RFC 8188, RFC 8291). */
function read({ ecdh, auth }: Browser, body: Buffer): PushNote {
  const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 86)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
  const secret = hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32)
  const derive = (name: string, bytes: number) =>
    new Uint8Array(hkdfSync('sha256', new Uint8Array(secret), salt, `Content-Encoding: ${name}\0`, bytes))
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  cipher.setAuthTag(body.subarray(-16))
  const plain = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

async function subscribePerson(name: string, preferences: Record<string, unknown> = { pushNotifications: true }) {
  const person = await site.person({ name })
  await person.call('PUT', '/api/auth/preferences', preferences)
  const browser = openBrowser()
  expect((await person.call('PUT', '/api/account/push', subscription(browser))).status).toBe(200)
  return { person, browser }
}

const readSubscriptions = () => site.db.select().from(pushSubscriptions)

describe('members with push on', () => {
  const { moderator } = cast(site)

  const hide = (id: string, state = 'hidden') =>
    moderator.call('PATCH', `/api/articles/${id}`, { state, reason: 'Sample reason' })

  test('get encrypted pushes about their activity, without titles of entries that are not public', async () => {
    const { person, browser } = await subscribePerson('Sample Author')
    const { id } = await buildArticle(person, { title: 'Sample pushed title' })
    await hide(id)
    await site.runJobs()
    await hide(id, 'published')
    await site.runJobs()
    expect(received).toHaveLength(2)
    const notes = received.map(({ body }) => read(browser, body))
    const path = expect.stringContaining(id)
    expect(notes[0]).toMatchObject({ title: 'Test Heritage', body: 'Something new for you', path, language: 'en' })
    expect(notes[1]).toMatchObject({ body: 'Your post is visible again: Sample pushed title', path })
    expect(notes[0]?.tag).toBe(notes[1]?.tag)
    for (const { body, path: at, headers } of received) {
      expect(browser.endpoint).toContain(at)
      expect(body.toString('latin1')).not.toContain('Sample')
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: notes[0]?.tag })
      expect(Number(headers.ttl)).toBeGreaterThan(86_000)
      expect(Number(headers.ttl)).toBeLessThanOrEqual(86_400)
    }
  })

  test('get only a general message, in their language, about an entry for members', async () => {
    const { person, browser } = await subscribePerson('Sample Other', { pushNotifications: true, language: 'sw' })
    const { id } = await buildArticle(person, { title: 'Sample members title', visibility: 'members' })
    await hide(id)
    await hide(id, 'published')
    await site.runJobs()
    expect(received.map(({ body }) => read(browser, body).body)).toEqual(Array(2).fill('Kuna jambo jipya kwako'))
  })

  test('are sent pushes signed with the same key after a restart', async () => {
    const { person } = await subscribePerson('Sample Signer')
    await hide((await buildArticle(person)).id)
    await site.runJobs()
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(String(received[0]?.headers.authorization)) ?? []
    expect(key).toBe((await person.call('GET', '/api/account/push')).body.publicKey)
    expect(openPusher('a secret of the push tests', 'mailto:other@site.test').publicKey).toBe(key)
    expect(openPusher('another secret', 'mailto:other@site.test').publicKey).not.toBe(key)
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const { payload } = await jwtVerify(token, jwk, { audience: 'https://push.example.org' })
    expect(payload.sub).toBe('mailto:no-reply@site.test')
  })

  test('get none after the preference is off, the device is logged out, or the account is disabled or deleted', async () => {
    const off = await subscribePerson('Sample Off')
    await off.person.call('PUT', '/api/auth/preferences', { pushNotifications: false })
    const out = await subscribePerson('Sample Out')
    const closed = await subscribePerson('Sample Closed')
    const ids: string[] = []
    for (const { person } of [off, out, closed]) ids.push((await buildArticle(person)).id)
    for (const id of ids) await hide(id)
    // The logout comes after the push was queued and before it is sent.
    await out.person.call('POST', '/api/auth/logout')
    const admin = await site.person({ roles: ['admin'] })
    await admin.call('PATCH', `/api/members/${closed.person.id}`, { disabled: true, reason: 'Sample reason' })
    await site.runJobs()
    expect(received).toEqual([])

    const leaver = await subscribePerson('Sample Gone')
    expect((await readSubscriptions()).map(({ endpoint }) => endpoint)).toContain(leaver.browser.endpoint)
    await leaver.person.call('DELETE', '/api/auth/account', { password: 'test password', entries: 'keep' })
    expect((await readSubscriptions()).map(({ endpoint }) => endpoint)).not.toContain(leaver.browser.endpoint)
  })

  test('are unsubscribed only if the push service says that the browser is gone', async () => {
    const { person, browser } = await subscribePerson('Sample Leaver')
    const { id } = await buildArticle(person)
    answer = 503
    await hide(id)
    await site.runJobs()
    expect((await readSubscriptions()).map(({ endpoint }) => endpoint)).toContain(browser.endpoint)
    answer = 410
    await hide(id, 'published')
    await site.runJobs()
    expect((await readSubscriptions()).map(({ endpoint }) => endpoint)).not.toContain(browser.endpoint)
    expect((await person.call('GET', '/api/account/push')).body.on).toBe(false)
  })
})

describe('a device', () => {
  test('is stored once per session, and belongs to the account that subscribed it last', async () => {
    const { person, browser } = await subscribePerson('Sample First')
    const next = openBrowser()
    await person.call('PUT', '/api/account/push', subscription(next))
    const other = await site.person()
    await other.call('PUT', '/api/account/push', subscription(next))
    const endpoints = (await readSubscriptions()).map(({ endpoint }) => endpoint)
    expect(endpoints).not.toContain(browser.endpoint)
    expect(endpoints.filter((one) => one === next.endpoint)).toHaveLength(1)
    expect((await person.call('GET', '/api/account/push')).body.on).toBe(false)
    expect((await other.call('GET', '/api/account/push')).body.on).toBe(true)
    await other.call('DELETE', '/api/account/push')
    expect((await other.call('GET', '/api/account/push')).body.on).toBe(false)
  })

  test('is one of at most ten per account', async () => {
    const person = await site.person()
    const inserted = await site.db
      .insert(sessions)
      .values(
        Array.from({ length: 12 }, () => ({
          accountId: person.id,
          userAgent: 'Sample browser',
          address: '192.0.2.1',
          expiresAt: '2099-01-01T00:00:00.000Z',
        })),
      )
      .returning({ sessionId: sessions.id })
    const rows = inserted.map(({ sessionId }) => ({ sessionId, ...targetOf(openBrowser()) }))
    await site.db.insert(pushSubscriptions).values(rows)
    await person.call('PUT', '/api/account/push', subscription(openBrowser()))
    const own = (await readSubscriptions()).filter(({ sessionId }) => rows.some((row) => row.sessionId === sessionId))
    expect(own).toHaveLength(9)
    expect((await person.call('GET', '/api/account/push')).body.on).toBe(true)
  })

  test('must have an address that a push service can have: https, a host name and the default port', async () => {
    const person = await site.person()
    const wrong = [
      'http://push.example.org/one',
      'https://127.0.0.1/one',
      'https://[::1]/one',
      'https://2130706433/one',
      'https://0x7f.1/one',
      'https://localhost/one',
      'https://push.example.org:8443/one',
      'https://user@push.example.org/one',
      `https://push.example.org/${'x'.repeat(1000)}`,
      'not an address',
    ]
    for (const endpoint of wrong) {
      const answered = await person.call('PUT', '/api/account/push', { ...subscription(openBrowser()), endpoint })
      expect([endpoint, answered.status]).toEqual([endpoint, 400])
    }
  })

  test('must have keys of the right size, and is deleted at the first push if its key is not on the curve', async () => {
    const { person, browser } = await subscribePerson('Sample Curve')
    const { keys, endpoint } = subscription(browser)
    for (const wrong of [
      { ...keys, auth: 'short' },
      { ...keys, p256dh: 'BB' },
    ])
      expect((await person.call('PUT', '/api/account/push', { endpoint, keys: wrong })).status).toBe(400)
    const nowhere = `B${'A'.repeat(86)}`
    expect(
      (await person.call('PUT', '/api/account/push', { endpoint, keys: { ...keys, p256dh: nowhere } })).status,
    ).toBe(200)
    const moderator = await site.person({ roles: ['moderator'] })
    const { id } = await buildArticle(person)
    await moderator.call('PATCH', `/api/articles/${id}`, { state: 'hidden', reason: 'Sample reason' })
    await site.runJobs()
    expect((await person.call('GET', '/api/account/push')).body.on).toBe(false)
  })
})

function targetOf(browser: Browser) {
  const { endpoint, keys } = subscription(browser)
  return { endpoint, ...keys }
}
