import { describe, expect, test } from 'vitest'
import { cast, testSite } from '#test/harness.ts'
import fc from '#test/property.ts'

// Hostile input in every field of an article is stored as text or cleaned as HTML, and never causes a server error.

const site = testSite()
const { author } = cast(site)

const vectors = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext></p><img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//elsewhere.test">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<p id=x name=body class=over>clobber</p>',
  '<base href="https://elsewhere.test/">',
  '<meta http-equiv=refresh content="0;url=//elsewhere.test">',
  '<style>@import "//elsewhere.test"</style>',
  "'; drop table articles; --",
  '{{constructor.constructor("alert(1)")()}}',
  '</title><script>alert(1)</script>',
]

function post(body: Record<string, unknown>) {
  const article = { title: 'x', category: 'Culture', content: '<p>x</p>', visibility: 'public', ...body }
  return author.call('POST', '/api/articles', article)
}

const allowed = /<(?!\/?(p|h[234]|strong|em|s|ul|ol|li|blockquote|a|img|br|hr)\b)/i

/** Expects no element, attribute or address outside the allowlist. */
function expectClean(html: string) {
  expect(html).not.toMatch(allowed)
  expect(html).not.toMatch(/<[^>]*\s(on\w+|style|id|name|class|srcdoc|target)\s*=/i)
  for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:|mailto:|\/(?!\/)|#)/)
  for (const [, src = ''] of html.matchAll(/src="([^"]*)"/g)) expect(src).toMatch(/^\/files\//)
}

describe.each(vectors)('%s', (vector) => {
  test('is stored as plain text in the title, category and tag, and is cleaned in the content', async () => {
    const one = vector.replace(/[\n\t]/g, ' ')
    const answer = await post({
      title: one,
      category: one.slice(0, 60),
      tags: [one.slice(0, 50)],
      content: `<p>kept</p>${vector}`,
    })
    expect(answer.status).toBe(201)
    expect(answer.body.title).toBe(one)
    expect(answer.body.category).toBe(one.slice(0, 60).trim())
    expect(answer.body.tags).toEqual([one.slice(0, 50).trim()])
    expectClean(answer.body.content)
    const results = await site.call('GET', `/api/articles?${new URLSearchParams({ q: vector.slice(0, 200) })}`)
    expect(results.status).toBe(200)
  })
})

test('any input is refused, or stored with its title unchanged and its content cleaned', async () => {
  const line = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.constantFrom(...vectors))
  await fc.assert(
    fc.asyncProperty(line, line, fc.array(line, { maxLength: 5 }), async (title, category, tags) => {
      const { status, body } = await post({ title, category, tags, content: `<p>k</p>${title}${category}` })
      expect([201, 400]).toContain(status)
      if (status === 400) {
        expect(body.issues.length).toBeGreaterThan(0)
      } else {
        expect(body.title).toBe(title.normalize('NFC').trim())
        expectClean(body.content)
      }
    }),
    { numRuns: 60 },
  )
})

describe('tags', () => {
  test('a thousand tags are refused, and thirty are stored', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => `tag ${i}`)
    const refused = await post({ tags: many })
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'tags'])
    expect((await post({ tags: many.slice(0, 30) })).body.tags).toHaveLength(30)
  })

  test('commas, emoji and diacritics are stored, and a tag is found without its diacritics', async () => {
    const tags = ['one, two', '🎺🏽', 'ŋɔ́ sample', 'a"b\'c']
    const { body } = await post({ tags, title: 'Tagged sample' })
    expect(body.tags).toEqual(tags)
    const results = await site.call('GET', `/api/articles?q=${encodeURIComponent('ŋɔ tagged')}`)
    expect(results.body.items.map((item: { id: string }) => item.id)).toEqual([body.id])
  })
})

test.each(['   ', '\u00a0\u2003', '\n', '\t \t'])(
  'refuses a title of only white space (%j), and names the field',
  async (title) => {
    const { status, body } = await post({ title })
    expect([status, body.issues[0].path]).toEqual([400, 'title'])
  },
)
