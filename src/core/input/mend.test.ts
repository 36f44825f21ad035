import { describe, expect, it, test } from 'vitest'
import { cast, testSite } from '#test/harness.ts'
import { Email, Phone } from './contact.ts'
import { normalizeInput } from './input.ts'
import { mended } from './mend.ts'
import { line, searchTerm, text } from './text.ts'

describe('invisible marks and unusual spaces', () => {
  test.each([
    ['\u202d+254 700 000 001\u202c', '+254 700 000 001'],
    ['\u200esample\u200f \u2066name\u2069', 'sample name'],
    ['soft\u00adhyphen, zero\u200bwidth, word\u2060joiner, mark\ufeff', 'softhyphen, zerowidth, wordjoiner, mark'],
    ['one\u000btwo\u000cthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['no\u00a0break\u202fspaces\u2007here', 'no break spaces here'],
    ['two\u2028lines', 'two\nlines'],
    ['as on Windows\r\nor old Macs\r', 'as on Windows\nor old Macs\n'],
    ['joined\u200d word\u200c', 'joined word'],
  ])('%j becomes %j', (typed, plain) => {
    expect(mended(typed)).toBe(plain)
    expect(normalizeInput({ any: [typed] })).toEqual({ any: [plain] })
  })

  test.each(['👩\u200d🌾', '❤\ufe0f', '🏴\u{e0067}\u{e0062}\u{e007f}', 'می\u200cخواهم', 'क्\u200dष', "ng'aa"])(
    'what %j needs stays',
    (given) => expect(mended(given)).toBe(given),
  )

  test.each([
    ['a line', line(20), '\u202asample\u00a0line\u202c', 'sample line'],
    ['a text', text(20), 'sample\u200b\ntext\ufeff', 'sample\ntext'],
    ['a search', searchTerm(20), '\u200esample\u00a0text\ufeff', 'sample text'],
    ['a phone number', Phone, '\u202a+254\u2011700\u00a0000\u2011001\u202c', '+254-700 000-001'],
    ['an email', Email, '\u200esample@site.test\u200b', 'sample@site.test'],
  ])('are mended in %s, in the browser as well', (_, schema, typed, plain) => {
    expect(schema.parse(typed)).toBe(plain)
  })

  test('only a line break is refused with the message that asks for one line', () => {
    const messageOf = (typed: string) => line(50).safeParse(typed).error?.issues[0]?.message
    expect([messageOf('one\ntwo'), messageOf('one\u2028two'), messageOf('\u200bone\u202e two\u00a0')]).toEqual([
      'Enter this on one line.',
      'Enter this on one line.',
      undefined,
    ])
    expect(messageOf('a\u0007b')).toBe('Remove the hidden characters.')
  })

  test('stay in a search that holds nothing else, because an empty search lists everything', () => {
    const kept = ['\u200b', '\ufeff', '\u00ad\u00a0\u2060', ' \u00a0 '].map((q) => searchTerm(20).parse(q))
    expect(kept).toEqual(['\u200b', '\ufeff', '\u00ad\u2060', ''])
    expect(normalizeInput({ q: '\u200b' })).toEqual({ q: '\u200b' })
  })

  test('count as nothing, so a field that holds only them is empty', () => {
    expect(line(10).safeParse('\u200b\u00a0\ufeff').error?.issues[0]?.message).toBe('This field is required.')
  })
})

describe('the API', () => {
  const site = testSite()
  const { person } = cast(site)

  it('mends names, titles and numbers', async () => {
    const profile = {
      firstName: '\u202dSample\u202c',
      lastName: 'Per\u00adson\u00a0Two',
      email: person.email,
      phone: '\u202d+254 700 000 001\u202c',
      place: 'Sample\u200b place',
      bio: '',
    }
    const changed = await person.call('PUT', '/api/auth/profile', profile)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { firstName: 'Sample', lastName: 'Person Two', phone: '+254 700 000 001', place: 'Sample place' },
    ])
    const article = { title: '\ufeffSample\u00a0title\u200e', category: 'Culture', content: '<p>sam\u00adple</p>' }
    expect((await person.call('POST', '/api/articles', article)).body).toMatchObject({ title: 'Sample title' })
    const word = { form: 'sample\u2060a', english: '\u2066one\u2069' }
    expect((await person.call('POST', '/api/vocabulary', word)).body).toMatchObject({ form: 'samplea', english: 'one' })
  })

  const bad = ['\0', 'a\0b', '\ud800', 'a\udfffb']

  it.each(bad)('answers 400 to %j in every kind of field', async (value) => {
    const draft = (fields: object) => ({ kind: 'vocabulary', title: 'Sample', deviceId: crypto.randomUUID(), fields })
    const draftPath = `/api/drafts/${crypto.randomUUID()}`
    const requests: [string, string, unknown][] = [
      ['POST', '/api/vocabulary', { form: value, english: 'one' }],
      ['POST', '/api/vocabulary', { form: 'samplea', english: 'one', example: { form: value, english: 'one' } }],
      ['POST', '/api/auth/login', { email: person.email, password: value }],
      ['PUT', draftPath, draft({ form: value })],
      ['PUT', draftPath, draft({ secretPassword: value })],
      ['PUT', draftPath, draft({ password: [value] })],
      ['PUT', draftPath, draft({ deep: [{ [value]: 1 }] })],
      ['PUT', draftPath, draft({ lastKey: value })],
    ]
    for (const [method, path, body] of requests)
      expect((await person.call(method, path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(400)
    const key = encodeURIComponent(JSON.stringify({ value, id: crypto.randomUUID() }))
    expect((await person.call('GET', `/api/vocabulary?sort=alphabetical&lastKey=${key}`)).status).toBe(400)
  })
})
