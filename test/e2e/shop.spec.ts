import { fits } from './inspect.ts'
import { long } from './long.ts'
import { expect, fillLogIn, holdBack, logIn, pixel, register, scriptIsThere, send, signOut, test } from './site.ts'

test.setTimeout(180_000)

const offer = (page: import('@playwright/test').Page, fields: Record<string, unknown> = {}) =>
  send(page, '/api/products', { name: 'Sample product name', price: 5000, stock: 12, ...fields })

test('a seller offers a product; errors are shown, and input stays', async ({ page, complaints }) => {
  await logIn(page, undefined, '/shop')
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  const price = page.getByLabel('Price in KES')
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name').fill('Sample product of a seller')
  await price.fill('fifty')
  await page.getByLabel('Stock').fill('1.5')
  await expect(page.getByText('Enter an amount from KES 1 to KES 1,000,000')).toBeVisible()
  await expect(page.getByText('Enter a whole number from 0 to 100,000.')).toBeVisible()
  await price.fill('1,100.5')
  await expect(page.getByText('Buyers see KES 1,100.50')).toBeVisible()
  await page.getByLabel('Stock').fill('3')
  await page.getByLabel('Section').selectOption('Instruments')
  await page.getByLabel('Maker').fill('Sample Maker')
  await page.reload()
  await expect(price).toHaveValue('1,100.5')
  const pictures = page.getByRole('group', { name: 'Pictures' })
  await pictures.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel })
  await pictures.getByLabel('Describe the picture File 1').fill('Sample front')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/shop\/[0-9a-f-]{36}$/)
  await expect(page.getByText('KES 1,100.50', { exact: true })).toBeVisible()
  await expect(page.getByText('3 in stock')).toBeVisible()
  // Sellers can't buy their own products.
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Price in KES')).toHaveValue('1100.50')
  await page.getByLabel('Price in KES').fill('900')
  await page.getByRole('button', { name: 'Remove from shop' }).click()
  await page.waitForURL(/\/shop\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByText(/KES 900(?![.,]?\d)/)).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/shop\/[0-9a-f-]{36}$/)
  await expect(page.getByText('3 in stock')).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/shop')
  expect(complaints).toEqual([])
})

long(
  'a seller names a member as the maker, whose page then shows the product',
  async ({ page, browser, complaints }) => {
    const maker = await browser.newPage()
    await register(maker, { name: 'Sample Weaver' })
    await send(maker, '/api/poems', { title: 'Sample poem of a weaver', original: 'sample line' })

    await page.setViewportSize({ width: 320, height: 640 })
    await logIn(page, undefined, '/contribute/products')
    await page.getByLabel('Name').fill('Sample woven product')
    await page.getByLabel('Price in KES').fill('50')
    const field = page.getByLabel('Maker')
    await field.pressSequentially('sample wea')
    const members = page.getByRole('listbox', { name: 'Matching members' })
    await expect(members.getByRole('option')).toHaveText([/Sample Weaver/])
    await fits(page, 'the list of members', 320)
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(field).toHaveValue('Sample Weaver')
    const linked = page.getByText('The name links to this member’s page.')
    await expect(linked).toBeVisible()
    await field.press('Backspace')
    await expect(linked).toHaveCount(0)
    await field.press('r')
    await members.getByRole('option', { name: 'Sample Weaver' }).click()
    // The choice is part of the draft on the device.
    await page.reload()
    await expect(field).toHaveValue('Sample Weaver')
    await expect(linked).toBeVisible()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/shop\/[0-9a-f-]{36}$/)
    await page.getByRole('main').getByRole('link', { name: 'Sample Weaver' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sample Weaver' })).toBeVisible()
    await page.getByRole('link', { name: 'Sample woven product' }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(linked).toBeVisible()
    expect(complaints).toEqual([])
  },
)

test('a guest finds and reads products, and fills a cart on the device', async ({ page, browser }) => {
  const seller = await browser.newPage()
  await logIn(seller)
  const { id } = await offer(seller, { name: 'Sample product to find', section: 'books', maker: 'Sample Maker' })
  const { id: soldOut } = await offer(seller, { name: 'Sample product sold out', stock: 0 })

  await page.setViewportSize({ width: 360, height: 740 })
  const scripts: number[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push((await response.request().sizes()).responseBodySize)
  })
  await page.goto('/')
  await page.locator('details.menu summary').click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Shop' }).click()
  await page.getByRole('link', { name: 'Books and paper' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sample product sold out' })).toHaveCount(0)
  scripts.length = 0 // clears the count of earlier pages
  await page.getByRole('link', { name: 'Sample product to find' }).click()
  await expect(page.getByText('KES 50', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(8192)

  const quantity = page.getByLabel('Quantity')
  await quantity.fill('13')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  await quantity.fill('3')
  await quantity.press('Enter')
  await expect(page.getByRole('status')).toHaveText('In the cart: 3')
  await expect(page.getByRole('link', { name: 'Go to the cart' })).toHaveAttribute('href', '/shop/cart')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? ''))).toEqual({
    [id]: { quantity: 3, price: 5000 },
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Cart 3' })).toHaveAttribute('href', '/shop/cart')
  // Pressing again doesn't add more, because people press twice on a slow network.
  await quantity.fill('3')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('link', { name: 'Cart 3' })).toBeVisible()
  await page.goto(`/shop/${soldOut}`)
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Cart 3' })).toBeVisible()
})

long('a press on Add to cart before the cart’s script has loaded is handled once it has', async ({ page, browser }) => {
  const seller = await browser.newPage()
  await logIn(seller)
  const { id } = await offer(seller, { name: 'Sample product of an early press' })
  const arrive = await holdBack(page, 'cart')
  const scriptRequest = page.waitForRequest(/\/cart-[^/]+\.js$/)
  await page.goto(`/shop/${id}`)
  await scriptRequest
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL(`/shop/${id}`)
  arrive()
  await expect(page.getByRole('status').filter({ hasText: 'In the cart: 1' })).toBeVisible()
})

long('products that a member adds go into the account’s cart, and refusals say why', async ({ page, browser }) => {
  const seller = await browser.newPage()
  await logIn(seller)
  const { id } = await offer(seller, { name: 'Sample product of a member' })
  await register(page)
  // The cart's script loads after the page; without it the form would leave the page.
  await page.goto(`/shop/${id}`, { waitUntil: 'networkidle' })
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('status')).toHaveText('In the cart: 2')
  await expect(page.getByRole('link', { name: 'Cart 2' })).toHaveAttribute('href', '/dashboard/orders/cart')
  const readStorage = () =>
    page.evaluate(() => ({ cart: localStorage.getItem('cart'), token: localStorage.getItem('token') }))
  const { cart, token } = await readStorage()
  expect(cart).toBeNull()
  const answer = await page.request.get('/api/cart', { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({ pieces: 2, parcels: [{ lines: [{ productId: id, quantity: 2 }] }] })

  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.getByRole('link', { name: 'Cart 2' })).toBeVisible()

  // Without a network the cart is stored on the device.
  await page.context().setOffline(true)
  await page.getByLabel('Quantity').fill('4')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('status')).toHaveText('In the cart: 4')
  expect(JSON.parse((await readStorage()).cart ?? '')).toEqual({ [id]: { quantity: 4, price: 5000 } })
  await page.context().setOffline(false)

  await send(seller, `/api/products/${id}`, {}, 'DELETE')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('status')).toHaveText(/\w+ \w+.*\.$/)
})

test('without JavaScript, the shop can be read and filtered, and the button leads to the login', async ({
  browser,
}) => {
  const seller = await browser.newPage()
  await logIn(seller)
  for (let at = 0; at < 26; at++)
    await offer(seller, { name: `Sample row ${at}`, section: 'food', price: 100_000 - at * 100 })
  const guest = await browser.newPage({ javaScriptEnabled: false })
  await guest.goto('/shop?section=food')
  const names = () => guest.locator('#results .tile h2').allTextContents()
  expect(await names()).toHaveLength(24)
  await guest.getByRole('link', { name: 'Cheapest first' }).click()
  expect((await names()).slice(0, 2)).toEqual(['Sample row 25', 'Sample row 24'])
  await guest.getByRole('link', { name: 'Load More' }).click()
  expect(await names()).toEqual(['Sample row 1', 'Sample row 0'])
  await guest.getByRole('searchbox', { name: 'Search the shop' }).fill('row 17')
  await guest.getByRole('button', { name: 'Search' }).last().click()
  expect(await names()).toEqual(['Sample row 17'])
  await guest.getByRole('link', { name: 'Sample row 17' }).click()
  const page = new URL(guest.url()).pathname
  const schema = await guest.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(schema ?? '')).toMatchObject({
    '@type': 'Product',
    offers: { price: '983.00', priceCurrency: 'KES', availability: 'https://schema.org/InStock' },
  })
  await guest.getByRole('button', { name: 'Add to cart' }).click()
  const { pathname, searchParams } = new URL(guest.url())
  expect([pathname, searchParams.get('redirect')]).toEqual([
    '/login',
    `/dashboard/orders?product=${page.split('/')[2]}`,
  ])
})

long('members who aren’t sellers see how to become one', async ({ page }) => {
  await register(page, { at: '/contribute/products' })
  await expect(page.getByText('This page is for sellers')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask to become a seller' })).toHaveAttribute('href', '/seller/dashboard')
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
})

test('a guest sees and edits their cart, and it is still there after they log in to check out', async ({
  page,
  browser,
}) => {
  const seller = await browser.newPage()
  await logIn(seller)
  const first = await offer(seller, { name: 'Sample basket', price: 5000 })
  const second = await offer(seller, { name: 'Sample bowl', price: 120_000 })
  await register(page)
  await signOut(page)
  const account = await register(seller, { name: 'Sample Buyer' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { id } of [first, second]) {
    await page.goto(`/shop/${id}`)
    await scriptIsThere(page)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'In the cart: 1' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Cart 2' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart')
  await expect(page.getByText(/Subtotal KES 1,250(?![.,]?\d)/)).toBeVisible()
  const basket = page.getByRole('listitem').filter({ hasText: 'Sample basket' })
  await expect(basket.getByRole('link', { name: 'Sample basket' })).toHaveAttribute('href', `/shop/${first.id}`)
  await basket.getByLabel('Quantity').fill('3')
  await basket.getByLabel('Quantity').press('Tab')
  await expect(page.getByText(/Subtotal KES 1,350(?![.,]?\d)/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove Sample bowl' }).click()
  await expect(page.getByText(/Subtotal KES 150(?![.,]?\d)/)).toBeVisible()
  await fits(page, 'a guest’s cart', 360)
  await page.reload()
  await expect(basket.getByLabel('Quantity')).toHaveValue('3')

  await page.getByRole('link', { name: 'Log in to check out' }).click()
  await fillLogIn(page, account)
  await expect(page).toHaveURL('/dashboard/orders/cart')
  await expect(page.getByRole('link', { name: 'Sample basket' })).toBeVisible()
  await expect(page.getByText('Sample bowl')).toHaveCount(0)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/shop/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})
