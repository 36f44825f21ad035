import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

let stored: Record<string, string>
/** Characters that fit; negative if the browser refuses everything. */
let room: number

beforeEach(() => {
  vi.resetModules()
  ;[stored, room] = [{}, 100]
  const methods = {
    getItem: (name: string) => stored[name] ?? null,
    setItem(name: string, value: string) {
      const { [name]: _, ...others } = stored
      if (JSON.stringify(others).length + name.length + value.length > room)
        throw new DOMException('full', 'QuotaExceededError')
      stored[name] = value
    },
    removeItem: (name: string) => void delete stored[name],
  }
  const get = () => {
    if (room < 0) throw new DOMException('refused', 'SecurityError')
    return new Proxy(methods, { ownKeys: () => Object.keys(stored), getOwnPropertyDescriptor: () => property })
  }
  const property = { enumerable: true, configurable: true }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { ...property, get })
})
afterEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name)
})

test.each([
  ['is full', 0],
  ['refuses access', -1],
])('if storage %s, a value lasts as long as the page', async (_, now) => {
  const { local, session } = await import('./storage.ts')
  expect(local.write('early', 'one')).toBe(true)
  room = now
  for (const area of [local, session]) {
    expect(area.write('late', 'two')).toBe(false)
    expect(area.read('late')).toBe('two')
    expect(area.names()).toContain('late')
    area.write('late', null)
    expect(area.read('late')).toBeNull()
  }
  local.write('early', null)
  expect([local.read('early'), local.names()]).toEqual([null, []])
})

test('a value is stored as soon as there is room again', async () => {
  const { local } = await import('./storage.ts')
  room = 0
  local.write('sample', 'one')
  room = 100
  expect(local.write('sample', 'two')).toBe(true)
  expect([stored.sample, local.read('sample')]).toEqual(['two', 'two'])
})

test('a full storage is asked to make room once', async () => {
  const { local, onFull } = await import('./storage.ts')
  local.write('old', 'x'.repeat(60))
  onFull((chars) => {
    expect(chars).toBe(63)
    return local.write('old', null)
  })
  expect(local.write('new', 'y'.repeat(60))).toBe(true)
  expect(local.names()).toEqual(['new'])
})

test('what makes room writes without asking for more room', async () => {
  const { local, onFull } = await import('./storage.ts')
  room = 0
  const free = vi.fn(() => !local.write('moved', 'x'.repeat(200)))
  onFull(free)
  expect(local.write('new', 'y')).toBe(false)
  expect(free).toHaveBeenCalledOnce()
})

describe('values that the browser refuses to store', () => {
  const open = (name: string, referrer: string) => {
    vi.stubGlobal('window', { name })
    vi.stubGlobal('document', { referrer })
    vi.stubGlobal('location', { origin: 'https://site.test' })
    vi.resetModules()
    return import('./storage.ts')
  }
  afterEach(() => vi.unstubAllGlobals())

  test('are handed over to the next page of the site, and to no further one', async () => {
    room = 0
    const { local } = await open('', '')
    local.write('token', 'sample')
    local.handOver()
    const next = await open(window.name, 'https://site.test/login')
    expect([next.local.read('token'), next.endHandOver(), next.local.read('token')]).toEqual(['sample', true, 'sample'])
    const further = await open(window.name, 'https://site.test/dashboard')
    expect([further.local.read('token'), further.endHandOver()]).toEqual([null, false])
  })

  test.each(['', 'https://elsewhere.test/', 'https://site.test.elsewhere.test/'])(
    'are not taken from a page at “%s”',
    async (referrer) => {
      const { local } = await open('urithi:[["token","sample"]]', referrer)
      expect([local.read('token'), window.name]).toEqual([null, ''])
    },
  )
})
