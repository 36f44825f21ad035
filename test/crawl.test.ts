import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crawl, readHtml } from '#test/crawl.ts'

// The crawler must find each kind of fault; otherwise a run without faults proves nothing.

const pages = new Map<string, { type?: string; body: string; location?: string }>()
const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '')
  if (page?.location) response.writeHead(303, { location: page.location })
  else response.writeHead(page ? 200 : 404, { 'content-type': page?.type ?? 'text/html' })
  response.end(page?.body ?? 'Nothing here')
})
let site: string

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const main = (inner: string) => ({ body: `<main><h1>Sample page</h1>${inner}</main>` })

describe('a crawl', () => {
  test('follows links, redirects and feeds, and finds no fault if there is none', async () => {
    pages.clear()
    pages.set('/', main('<p><a href="/old">Earlier address</a> <a href="https://other.test/">Elsewhere</a></p>'))
    pages.set('/old', { body: '', location: '/feed.xml' })
    pages.set('/feed.xml', { type: 'application/xml', body: `<link>${site}/entry</link>` })
    pages.set('/entry', main('<p>Sample text</p>'))
    const { visited, faults } = await crawl(site, ['/'], { sample: 3 })
    expect(faults).toEqual([])
    expect([...visited.keys()]).toEqual(['/', '/old', '/entry'])
  })

  test.each([
    ['a link', '<p><a href="/gone">Sample link</a></p>'],
    ['a picture', '<p>Text</p><img src="/gone" alt="">'],
    ['a larger picture', '<p>Text</p><img src="/there" srcset="/there 1x, /gone 2x" alt="">'],
    ['a canonical address', '<p>Text</p><link rel="canonical" href="/gone">'],
    ['an address for previews', '<p>Text</p><meta property="og:url" content="SITE/gone">'],
    ['data for machines', '<p>Text</p><script type="application/ld+json">{"url":"SITE/gone"}</script>'],
    ['a script', '<p>Text</p><script src="/gone"></script>'],
    ['a form', '<form action="/gone"><button>Send</button></form>'],
    ['a redirect', '<p><a href="/moved">Sample link</a></p>'],
  ])('reports %s that leads nowhere, and the page that contains it', async (_kind, inner) => {
    pages.clear()
    pages.set('/', main('<p><a href="/one">Sample link</a></p>'))
    pages.set('/one', main(inner.replaceAll('SITE', site)))
    pages.set('/there', { type: 'image/png', body: 'sample' })
    pages.set('/moved', { body: '', location: '/gone' })
    const { faults } = await crawl(site, ['/'], { sample: 3 })
    const broken = inner.includes('/moved') ? '/moved' : '/gone'
    expect(faults).toEqual([`${broken} answers 404, linked from /one`])
  })
})

describe('a page', () => {
  const faultsOf = (inner: string) => readHtml('http://site.test', main(inner).body).faults

  test.each([
    ['<p>Posted by undefined</p>', 'shows “Posted by undefined”'],
    ['<p>null entries</p>', 'shows “null entries”'],
    ['<p>NaN KB</p>', 'shows “NaN KB”'],
    ['<p>[object Object]</p>', 'shows “[object Object]”'],
    ['<img src="/a" alt="null">', 'shows “null” in alt of <img>'],
    ['<ul><li></li></ul>', 'has an empty <li>'],
    ['<p><a href="/a"> </a></p>', 'has an empty <a href="/a">'],
    ['<h2>Places</h2>', 'has nothing below <h2>'],
    ['<section><h2>Places</h2></section><p>Text</p>', 'has nothing below <h2>'],
    ['<section><h2>Places</h2><ul></ul></section><h2>Next</h2><p>Text</p>', 'has nothing below <h2>'],
  ])('%s is reported', (inner, fault) => {
    expect(faultsOf(inner)).toContain(fault)
  })

  test.each([
    '<h2>Places</h2><p>Sample place</p>',
    '<h2>Places</h2><h3>Near</h3><p>Sample place</p>',
    '<section><h2>Places</h2><img src="/map" alt=""></section><h2>Next</h2><p>Text</p>',
    '<section><h2>Places</h2><ul aria-busy="true"></ul></section>',
    '<h2>Places</h2><ul><li><img src="/map" alt=""><h3>One</h3></li><li><h3>Two</h3></li></ul>',
    '<section><h2>Places</h2><article><h3>One</h3></article></section>',
    '<p role="status"></p><p>nullify</p>',
  ])('%s is accepted', (inner) => {
    expect(faultsOf(inner)).toEqual([])
  })
})
