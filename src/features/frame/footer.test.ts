import { expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'

const site = testSite()

const names = { en: ['About Us', 'Contact', 'Follow Us'], sw: ['Kutuhusu', 'Wasiliana nasi', 'Tufuate'] }

test.each([
  ...['/', '/about', '/contact', '/privacy', '/contribute', '/explore', '/events', '/people', '/search'],
  ...[
    '/language/vocabulary',
    '/language/proverbs',
    '/language/poems',
    '/culture/practices',
    '/social-structure',
    '/traditions/ceremonies',
  ],
  ...['/shop', '/shop/cart', '/offline', '/nowhere'],
  ...['/login', '/register', '/forgot-password', '/reset-password', '/verify-email', '/cancel-email'],
  ...['/cancel-registration', '/undo-factor'],
])('the footer of %s names About Us, Contact and Follow Us, with something to follow', async (path) => {
  for (const [language, expected] of Object.entries(names)) {
    const { body } = await site.call('GET', path, undefined, { cookie: `language=${language}` })
    const footer = /<footer.*<\/footer>/s.exec(body)?.[0] ?? ''
    const shown = footer.replace(/<span class="sr">.*?<\/span>/g, '').replace(/<[^>]+>/g, '\n')
    for (const name of expected) expect(shown).toContain(name)
    for (const address of ['/about', '/contact', '/feed.xml', '/events.ics'])
      expect(footer).toContain(`href="${address}"`)
  }
})
