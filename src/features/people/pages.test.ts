import { describe, expect, test } from 'vitest'
import { buildArticle, buildEvent, buildPoem, buildProduct } from '#test/build.ts'
import { cast, origin, type Person, testSite } from '#test/harness.ts'
import { sound } from '#test/samples.ts'

const site = testSite()
const { person, admin } = cast(site, { person: { roles: ['seller'], name: 'Sample Author' } })

const page = async (path: string, by?: Person) => {
  const { status, body } = await site.call('GET', path, undefined, by && { cookie: `session=${by.token}` })
  return { status, html: String(body) }
}
const change = (fields: object, by = person) =>
  by.call('PUT', '/api/auth/profile', { firstName: 'Sample', lastName: 'Author', email: by.email, ...fields })

describe('the page of a member', () => {
  test('shows guests and search engines the member’s profile, with HTML escaped and without contact details or empty rows', async () => {
    const bio = 'Sample bio </script><script>alert(1)</script> <b>bold</b>'
    const socialLinks = { facebook: 'https://facebook.example/sample' }
    await change({ bio, phone: '+254700000000', socialLinks })
    await buildPoem(person)
    const { status, html } = await page(`/people/${person.id}`)
    expect(status).toBe(200)
    expect(html).toContain('<h1>Sample Author</h1>')
    expect(html).not.toContain('<script>alert(1)')
    expect(html).not.toContain('<b>bold</b>')
    expect(html).not.toContain(person.email)
    expect(html).not.toContain('254700000000')
    expect(html).toContain('href="https://facebook.example/sample" rel="me nofollow ugc noopener noreferrer"')
    expect(html).not.toContain('>Place<')
    expect(html).toContain(`<link rel="canonical" href="${origin}/people/${person.id}"`)
    const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Person',
      '@id': `${origin}/people/${person.id}`,
      url: `${origin}/people/${person.id}`,
      name: 'Sample Author',
      description: bio,
      sameAs: ['https://facebook.example/sample'],
    })
    await change({ place: 'Sample place' })
    expect((await page(`/people/${person.id}`)).html).toContain('>Place<')
  })

  test('can be shared once it shows an entry', async () => {
    const writer = await site.person()
    const shared = encodeURIComponent(`${origin}/people/${writer.id}`)
    expect((await page(`/people/${writer.id}`, writer)).html).not.toContain('https://wa.me/')
    await buildPoem(writer)
    const { html } = await page(`/people/${writer.id}`)
    for (const part of ['data-share=', 'https://wa.me/?text=', 'sms:?&amp;body=', 'data-copy-link', shared])
      expect(html).toContain(part)
  })

  test('shows all entries of a section on a page of its own', async () => {
    const writer = await site.person()
    for (let number = 1; number <= 7; number++) await buildPoem(writer, { title: `Sample poem ${number}` })
    const first = await page(`/people/${writer.id}`)
    expect(first.html).toContain(`href="/people/${writer.id}/writing"`)
    expect(first.html).not.toContain('Sample poem 1<')
    const all = await page(`/people/${writer.id}/writing`)
    expect(all.html).toContain('Sample poem 1<')
    expect(all.html).toContain(`<link rel="canonical" href="${origin}/people/${writer.id}/writing"`)
    expect((await page(`/people/${writer.id}/nothing`)).status).toBe(404)
    const none = await site.call('GET', `/people/${writer.id}/events`)
    expect([none.status, none.headers.get('location')]).toEqual([302, `/people/${writer.id}`])
  })

  test('invites its owner to share, and says that it is their page', async () => {
    const newcomer = await site.person()
    const own = await page(`/people/${newcomer.id}`, newcomer)
    expect(own.status).toBe(200)
    expect(own.html).toContain('This is your page')
    expect(own.html).toContain('You haven’t shared anything yet')
    for (const by of [undefined, admin]) expect((await page(`/people/${newcomer.id}`, by)).status).toBe(404)
  })

  test('answers 404 for unknown, malformed and refused ids, and shows the same page for unknown and refused ones', async () => {
    const newcomer = await site.person()
    const answers = await Promise.all(
      [newcomer.id, crypto.randomUUID(), 'x', '%00'].map((id) => page(`/people/${encodeURIComponent(id)}`)),
    )
    const without = ({ html }: { html: string }) => html.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(without(answers[0] as never)).toBe(without(answers[1] as never))
  })
})

test('the list of contributors can be searched by name, with the search in the address', async () => {
  const named = await site.person({ name: 'Zqsought Person' })
  await buildPoem(named)
  const { html } = await page('/people?q=ZQSOUGHT')
  expect(html).toContain(`href="/people/${named.id}"`)
  expect(html.match(/<li class="person">/g)).toHaveLength(1)
  expect(html).toContain('value="ZQSOUGHT"')
  expect(html).toContain('noindex')
  expect((await page('/people?q=zqnobody')).html).toContain('No contributors named “zqnobody”')
  expect((await page('/people')).html).not.toContain('noindex')
})

describe('the cached page', () => {
  async function shows(word: string) {
    return (await page(`/people/${person.id}`)).html.includes(word)
  }

  test('is updated immediately when the profile, an entry or the public-page setting changes', async () => {
    await page(`/people/${person.id}`)
    await change({ bio: 'Changed bio' })
    expect(await shows('Changed bio')).toBe(true)
    const article = await buildArticle(person, { title: 'Sample new article' })
    expect(await shows('Sample new article')).toBe(true)
    const name = `<a href="/people/${person.id}">Sample Author</a>`
    expect((await page(`/articles/${article.id}`)).html).toContain(name)
    await person.call('PATCH', `/api/articles/${article.id}`, { visibility: 'members' })
    expect(await shows('Sample new article')).toBe(false)
    await person.call('PATCH', `/api/articles/${article.id}`, { visibility: 'public' })
    await change({ publicPage: false })
    expect((await page(`/people/${person.id}`)).status).toBe(404)
    const unlinked = (await page(`/articles/${article.id}`)).html
    expect([unlinked.includes('Sample Author'), unlinked.includes('/people/')]).toEqual([true, false])
    expect((await page('/people')).html).not.toContain('Sample Author')
    await change({ publicPage: true })
    expect((await page('/people')).html).toContain('Sample Author')
  })

  test('disappears and comes back with the account', async () => {
    const address = `/people/${person.id}`
    expect((await page(address)).status).toBe(200)
    await admin.call('PATCH', `/api/members/${person.id}`, { disabled: true, reason: 'Sample reason' })
    expect((await page(address)).status).toBe(404)
    await admin.call('PATCH', `/api/members/${person.id}`, { disabled: false })
    expect((await page(address)).status).toBe(200)
  })
})

test('names link to their page from tiles, recordings, search results and comments', async () => {
  const author = await site.person({ name: 'Sample Linked' })
  const link = `<a href="/people/${author.id}">Sample Linked</a>`
  const voice = `data:audio/mpeg;base64,${sound(2000).toString('base64')}`
  await author.call('POST', '/api/media', { title: 'Zqheard recording', link: voice, visibility: 'public' })
  await buildArticle(author, { title: 'Zqread article' })
  const host = await site.person()
  const discussed = await buildArticle(host)
  const mention = { text: `Sample words about <@${author.id}>` }
  expect((await host.call('POST', `/api/entries/${discussed.id}/comments`, mention)).status).toBe(201)
  await author.call('POST', `/api/entries/${discussed.id}/comments`, { text: 'Sample answer' })
  for (const path of ['/explore?q=zqheard', '/explore?q=zqread', '/search?q=zqheard'])
    expect((await page(path)).html, path).toContain(link)
  const conversation = (await page(`/articles/${discussed.id}`)).html
  for (const name of [`<b>@${link}</b>`, `<b>${link}</b>`]) expect(conversation).toContain(name)
  // Members without a page comment without a link.
  const silent = await site.person({ name: 'Sample Silent' })
  await silent.call('POST', `/api/entries/${discussed.id}/comments`, { text: 'Sample question' })
  const { html } = await page(`/articles/${discussed.id}`)
  expect([html.includes('Sample Silent'), html.includes(silent.id)]).toEqual([true, false])
})

test('authors’ names link to their page from events, products and poems, but names in free text don’t', async () => {
  const maker = await site.person({ roles: ['seller'], name: 'Sample Maker' })
  const link = `<a href="/people/${maker.id}">Sample Maker</a>`
  const event = await buildEvent(maker)
  const product = await buildProduct(maker, { maker: 'Sample Other' })
  const poem = await buildPoem(maker, { poet: 'Sample Poet' })
  for (const path of [`/events/${event.id}`, `/shop/${product.id}`, `/language/poems/${poem.id}`])
    expect((await page(path)).html, path).toContain(link)
  expect((await page(`/shop/${product.id}`)).html).not.toMatch(/<a [^>]*>Sample Other/)
  expect((await page(`/language/poems/${poem.id}`)).html).not.toMatch(/<a [^>]*>Sample Poet/)
})
