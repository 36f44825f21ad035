import { describe, expect, test } from 'vitest'
import type { Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { buildProduct } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const { member, keeper } = cast(site)

async function page(path: string, by?: Person) {
  const { status, body } = await site.call('GET', path, undefined, by && { cookie: `session=${by.token}` })
  expect(status).toBe(200)
  return String(body)
}

/** Returns the opening tags of the page's links to an address. */
function linksTo(html: string, address: string): string[] {
  return (html.match(/<a [^>]*>/g) ?? []).filter((tag) => tag.includes(`href="${address}"`))
}

/** Returns the addresses of a type's form in + Add: one for each kind of file. */
const addressesOf = ({ form, type }: Kind) =>
  type === kinds.media.type ? ['picture', 'video', 'recording'].map((as) => `${form}?as=${as}`) : [form]

describe('+ Add', () => {
  const forms = Object.values<Kind>(kinds)

  test('leads keepers to the forms of all kinds, on public pages, too', async () => {
    const html = await page('/contribute', keeper)
    for (const kind of forms.filter(({ type }) => type !== kinds.heritage.type))
      for (const address of addressesOf(kind)) expect(linksTo(html, address), address).not.toEqual([])
    expect(linksTo(html, `${kinds.heritage.form}?section=story`)).toHaveLength(1)
    expect(linksTo(html, '/dashboard/keepers/import')).toHaveLength(1)
  })

  test('leads guests and members to the form for the keepers instead of to a form that they may not use', async () => {
    for (const by of [undefined, member]) {
      const html = await page('/contribute', by)
      for (const kind of forms)
        for (const address of addressesOf(kind))
          expect(linksTo(html, address).length > 0, address).toBe(!kind.keepersOwn)
      expect(linksTo(html, '/contribute/story?section=stories')).toHaveLength(1)
      expect(html).not.toContain('/dashboard/keepers/import')
    }
  })
})

test('a product’s page leads keepers to where they label it, and hides its order form from those who can’t order', async () => {
  const seller = await site.person({ roles: ['seller'] })
  const { id } = await buildProduct(seller)
  const form = `${kinds.product.form}?id=${id}`
  for (const [by, mayChange, mayOrder] of [
    [undefined, false, true],
    [member, false, true],
    [keeper, true, true],
    [seller, true, false],
  ] as const) {
    const html = await page(`${kinds.product.page}/${id}`, by)
    expect([linksTo(html, form).length > 0, html.includes('data-cart=')]).toEqual([mayChange, mayOrder])
  }
})

test('Home leads guests to the home page, and members directly to the feed', async () => {
  const html = await page('/about')
  const homes = html.match(/<a [^>]*>(?=(<i>.*?<\/i>)?Home<)/g) ?? []
  expect(homes).toHaveLength(6)
  expect(homes.filter((tag) => tag.includes('href="/"'))).toHaveLength(3)
  expect(homes.filter((tag) => tag.includes('href="/dashboard"'))).toHaveLength(3)
  expect(html).toMatch(/<li data-session="member"><a href="\/dashboard">Home</)
  expect(html).toMatch(/<a data-session="member" href="\/dashboard"><i>/)
})

test('the dashboard’s bottom bar marks Me on the pages of the menu, and Home on the feed', async () => {
  const marked = async (path: string) => {
    const bar = (await page(path)).split('<nav class="bottom-bar')[1]?.split('</nav>')[0] ?? ''
    return ['/dashboard', '/dashboard#me'].filter((address) => linksTo(bar, address)[0]?.includes('aria-current'))
  }
  expect(await marked('/dashboard')).toEqual(['/dashboard'])
  for (const path of ['/dashboard/articles', '/dashboard/orders/my-orders', '/settings'])
    expect(await marked(path), path).toEqual(['/dashboard#me'])
  expect(await marked('/contribute/articles')).toEqual([])
})
