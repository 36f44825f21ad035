import type { Browser, Page } from '@playwright/test'
import { long } from './long.ts'
import {
  admin,
  ask,
  expect,
  fillLogIn,
  holdRequests,
  logIn,
  ofSite,
  openElsewhere,
  pixel,
  register,
  send,
  signOut,
  test,
} from './site.ts'

const address = 'Sample address, sample road'
const phone = '0700 000000'

/** Returns a page of a member with the seller role, in their own browser. */
async function sellerOf(browser: Browser, name = 'Sample Seller'): Promise<Page> {
  const page = await openElsewhere(browser)
  const { email } = await register(page, { name })
  const office = await openElsewhere(browser)
  await logIn(office, admin)
  const { items } = await ask<{ items: { id: string }[] }>(office, `/api/members?q=${encodeURIComponent(email)}`)
  await send(office, `/api/members/${items[0]?.id}`, { roles: ['seller'] }, 'PATCH')
  await office.close()
  return page
}

/** Posts a product over the API as the seller of the page. */
function offer(page: Page, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  return send(page, '/api/products', { name: 'Sample product name', price: 5000, stock: 12, ...fields })
}

async function addToCart(page: Page, productId: string, quantity = 1) {
  await send(page, `/api/cart/items/${productId}`, { quantity }, 'PUT')
}

async function fillContact(page: Page) {
  await page.getByLabel('Delivery address').fill(address)
  await page.getByLabel('Phone number').fill(phone)
}

const ordersOf = async (page: Page) => (await ask<{ items: { number: number }[] }>(page, '/api/orders?limit=50')).items

test('a maker asks to sell, is refused with a reason, asks again, and becomes a seller', async ({
  page,
  browser,
  complaints,
}) => {
  await register(page, { name: 'Sample Maker' })
  await page.getByRole('link', { name: 'Selling' }).click()
  await expect(page.getByRole('heading', { name: 'Sell what you make' })).toBeVisible()
  await page.getByLabel('What do you make?').fill('Sample goods')
  await page.reload()
  await expect(page.getByLabel('What do you make?')).toHaveValue('Sample goods')
  await page.getByRole('button', { name: 'Ask to sell' }).click()
  await expect(page.getByText('You’ve asked to sell')).toBeVisible()
  await expect(page.getByLabel('What do you make?')).toHaveCount(0)

  const office = await openElsewhere(browser)
  await logIn(office, admin, '/admin/members')
  await office.getByRole('main').getByRole('link', { name: 'Requests to sell' }).click()
  const request = office.getByRole('listitem').filter({ hasText: 'Sample Maker' })
  await expect(request).toContainText('Sample goods')
  await request.getByRole('button', { name: /^Refuse/ }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason')
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Sample reason')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(office.getByText('No requests are waiting')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Reason: Sample reason')).toBeVisible()
  await page.getByLabel('What do you make?').fill('Sample goods, said better')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('You’ve asked to sell')).toBeVisible()
  await office.reload()
  await request.getByRole('button', { name: /^Approve/ }).click()
  await expect(office.getByText('Sample Maker can now sell.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Incoming orders' })).toBeVisible()
  await expect(page.getByText('No products yet')).toBeVisible()
  await page.getByLabel('Collection point').fill('Sample place, on sample days')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Buyers can see it now.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Collection point')).toHaveValue('Sample place, on sample days')
  expect(complaints).toEqual([])
})

test('on a phone, a guest fills a cart, logs in and orders, and the order goes through every step to a printed receipt', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(180_000)
  const seller = await sellerOf(browser)
  await seller.goto('/seller/dashboard')
  await seller.getByRole('link', { name: 'Add a product' }).first().click()
  await seller.getByLabel('Name').fill('Sample product of the journey')
  await seller.locator('input[type=file]').setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
  await expect(seller.getByRole('button', { name: /^Remove/ })).toBeVisible()
  await seller.getByLabel('Price in KES').fill('50')
  await seller.getByLabel('Stock').fill('3')
  await seller.getByRole('button', { name: 'Publish' }).click()
  await seller.waitForURL(/\/shop\/[0-9a-f-]{36}$/)
  const product = new URL(seller.url()).pathname

  await page.setViewportSize({ width: 360, height: 740 })
  const { email, password } = await register(page, { name: 'Sample Buyer' })
  await signOut(page)
  await page.goto(product)
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('In the cart: 2')).toBeVisible()
  await page.getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('link', { name: 'Log in to check out' }).click()
  await page.waitForURL('**/login?redirect=**')
  await fillLogIn(page, { email, password })
  await page.waitForURL('**/dashboard/orders/cart')
  await expect(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()

  const parcel = page.getByRole('region', { name: 'From Sample Seller' })
  await expect(parcel.getByText(/KES 100(?![.,]?\d)/).first()).toBeVisible()
  await expect(parcel.getByText(/KES 120(?![.,]?\d)/)).toBeVisible()
  await parcel.getByLabel('Collect it yourself').check()
  await expect(parcel.getByText(/KES 110(?![.,]?\d)/)).toBeVisible()
  await parcel.getByLabel('Have it delivered').check()
  await parcel.getByRole('button', { name: /^One more/ }).click()
  await expect(page.getByRole('link', { name: 'Cart (3)' })).toBeVisible()
  await expect(parcel.getByText(/KES 165(?![.,]?\d)/)).toBeVisible() // orders above KES 100 are shipped free
  await parcel.getByLabel('M-Pesa', { exact: true }).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByText('Enter a delivery address.')).toBeVisible()
  await expect(page.getByText('Enter a phone number where the seller can reach you.')).toBeVisible()
  await fillContact(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  const order = new URL(page.url()).pathname
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Order \d{4,}$/)
  const title = (await heading.textContent()) ?? ''
  await expect(page.getByText(address)).toBeVisible()
  await page.getByLabel('M-Pesa code').fill('too short')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Enter the ten letters and digits')).toBeVisible()
  await page.getByLabel('M-Pesa code').fill('sample1234')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Code sent to the seller.')).toBeVisible()

  await seller.goto('/seller/dashboard')
  const row = seller.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Sample Buyer, 3 items, M-Pesa code SAMPLE1234')
  for (const [button, result] of [
    ['Confirm', 'Confirmed'],
    ['Mark as paid', 'Paid by M-Pesa'],
    ['Mark as sent', 'Sent'],
  ] as const) {
    await row.getByRole('button', { name: new RegExp(`^${button}`) }).click()
    await expect(row).toContainText(result)
  }
  await expect(seller.getByText(/KES 165(?![.,]?\d)/).first()).toBeVisible()
  await expect(seller.getByRole('heading', { name: 'Low stock' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /^I’ve received it/ }).click()
  await expect(page.getByText('Nothing for you to do now.')).toBeVisible()
  const history = page.getByRole('region', { name: 'Order history' }).getByRole('listitem')
  const steps = [
    /^Placed.*Sample Buyer/s,
    /^Confirmed.*Sample Seller/s,
    /^Paid by M-Pesa.*Sample Seller/s,
    /^Sent.*Sample Seller/s,
    /^Received.*Sample Buyer/s,
  ]
  await expect(history).toHaveText(steps)
  await seller.goto(order)
  await expect(seller.getByRole('region', { name: 'Order history' }).getByRole('listitem')).toHaveText(steps)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Receipt, /)).toBeVisible()
  await expect(page.getByText('Sample product of the journey')).toBeVisible()
  await expect(page.getByText('Paid by M-Pesa').first()).toBeVisible()
  for (const role of ['navigation', 'banner', 'button'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard/orders/my-orders?status=received')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: title })).toContainText('Received')
  expect(complaints).toEqual([])
})

long(
  'changes to products in the cart are shown, and nothing is ordered before the buyer decides',
  async ({ page, browser }) => {
    const seller = await sellerOf(browser)
    const dearer = await offer(seller, { name: 'Sample dearer product' })
    const fewer = await offer(seller, { name: 'Sample fewer product' })
    const out = await offer(seller, { name: 'Sample sold-out product' })
    const removed = await offer(seller, { name: 'Sample gone product' })
    await register(page, { name: 'Sample Buyer' })
    for (const { id } of [dearer, fewer, out, removed]) await addToCart(page, id, 3)
    await send(seller, `/api/products/${dearer.id}`, { price: 6000 }, 'PATCH')
    await send(seller, `/api/products/${fewer.id}`, { stock: 2 }, 'PATCH')
    await send(seller, `/api/products/${out.id}`, { stock: 0 }, 'PATCH')
    await send(seller, `/api/products/${removed.id}`, {}, 'DELETE')

    await page.goto('/dashboard/orders/cart')
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect(line('Sample dearer product')).toContainText(/The price is now KES 60\. It was KES 50(?![.,]?\d)/)
    await expect(line('Sample fewer product')).toContainText('Only 2 left.')
    await expect(line('Sample sold-out product')).toContainText('Sold out, so it won’t be ordered.')
    await fillContact(page)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByText('Decide what to do about the marked products above.')).toBeVisible()
    expect(await ordersOf(page)).toEqual([])

    await line('Sample dearer product')
      .getByRole('button', { name: /^Accept new price/ })
      .click()
    await expect(line('Sample dearer product')).not.toContainText('It was KES 50')
    await line('Sample fewer product')
      .getByRole('button', { name: /^Change to 2/ })
      .click()
    await expect(line('Sample fewer product')).not.toContainText('Only 2 left.')
    // 3 × 60 + 2 × 50 = 280, shipped free, with a tax of 28.
    await expect(page.getByText(/KES 308(?![.,]?\d)/)).toBeVisible()

    // The price rises again meanwhile: the server refuses, and the page asks again.
    await send(seller, `/api/products/${dearer.id}`, { price: 7000 }, 'PATCH')
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t place this order.' })).toContainText(
      /KES 70(?![.,]?\d)/,
    )
    await expect(line('Sample dearer product')).toContainText(/The price is now KES 70\. It was KES 60(?![.,]?\d)/)
    await expect(page.getByLabel('Delivery address')).toHaveValue(address)
    await line('Sample dearer product')
      .getByRole('button', { name: /^Accept new price/ })
      .click()
    await expect(line('Sample dearer product')).not.toContainText('It was KES 60')
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Sample sold-out product')).toHaveCount(0)
    await page.goto('/dashboard/orders/cart')
    await line('Sample sold-out product')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(line('Sample sold-out product')).toHaveCount(0)
  },
)

long('if one seller’s product sells out, the order with the other seller is placed', async ({ page, browser }) => {
  const one = await sellerOf(browser, 'Sample Seller One')
  const two = await sellerOf(browser, 'Sample Seller Two')
  const first = await offer(one, { name: 'Sample first product' })
  const second = await offer(two, { name: 'Sample second product' })
  await register(page, { name: 'Sample Buyer' })
  await addToCart(page, first.id)
  await addToCart(page, second.id)
  await page.goto('/dashboard/orders/cart')
  await expect(page.getByText('You place one order with each seller')).toBeVisible()
  await fillContact(page)
  await send(one, `/api/products/${first.id}`, { stock: 0 }, 'PATCH')
  await page.getByRole('button', { name: 'Place 2 orders' }).click()
  await expect(page.getByText('These orders have been placed:')).toBeVisible()
  const parcel = page.getByRole('region', { name: 'From Sample Seller One' })
  await expect(parcel.getByRole('alert')).toContainText('Sample first product: This is sold out.')
  await expect(page.getByRole('region', { name: 'From Sample Seller Two' })).toHaveCount(0)
  expect(await ordersOf(page)).toHaveLength(1)
})

long(
  'if the server fails, no input is lost and Retry is offered; a lost answer doesn’t cause a second order',
  async ({ page, browser, expectErrors }) => {
    expectErrors(/status of 500/)
    const seller = await sellerOf(browser)
    const { id } = await offer(seller)
    await register(page, { name: 'Sample Buyer' })
    await addToCart(page, id, 2)
    const broken = ofSite(500, { error: 'Sample failure.', code: 'internal' })
    await page.route('**/api/cart', (route) => route.fulfill(broken), { times: 1 })
    await page.goto('/dashboard/orders/cart')
    await expect(page.getByRole('alert')).toContainText('Couldn’t load your cart.')
    await page.getByRole('button', { name: 'Retry' }).click()
    await fillContact(page)
    await page.reload()
    await expect(page.getByLabel('Delivery address')).toHaveValue(address)

    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/orders'))
        keys.push(request.headers()['idempotency-key'])
    })
    const place = page.getByRole('button', { name: 'Place order' })
    await page.route('**/api/orders', (route) => route.fulfill(broken), { times: 1 })
    await place.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t confirm that this order' })).toBeVisible()
    // The order reaches the server, but its answer is lost.
    await page.route(
      '**/api/orders',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.route('**/api/cart', (route) => route.abort())
    await place.click()
    await expect.poll(() => keys.length).toBe(2)
    await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t confirm that this order' })).toBeVisible()
    await page.unroute('**/api/cart')
    await place.click()
    await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(await ordersOf(page)).toHaveLength(1)
  },
)

long('a double press places only one order', async ({ page, browser }) => {
  const seller = await sellerOf(browser)
  const { id } = await offer(seller)
  await register(page, { name: 'Sample Buyer' })
  await addToCart(page, id)
  await page.goto('/dashboard/orders/cart')
  await fillContact(page)
  const release = await holdRequests(page, '**/api/orders')
  await page.getByRole('button', { name: 'Place order' }).dblclick()
  release()
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  expect(await ordersOf(page)).toHaveLength(1)
  const stranger = await openElsewhere(browser)
  await register(stranger, { name: 'Sample Stranger' })
  await stranger.goto(new URL(page.url()).pathname)
  await expect(stranger.getByText('This order doesn’t exist, or it isn’t yours.')).toBeVisible()
  // The seller cancels the order and has to give a reason.
  await seller.goto(new URL(page.url()).pathname)
  await seller.getByRole('button', { name: /^Cancel order/ }).click()
  const dialog = seller.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Sample reason')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(seller.getByText('Nothing for you to do now.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Sample reason')).toBeVisible()
})

long('a product can be ordered by keyboard alone', async ({ page, browser }) => {
  const seller = await sellerOf(browser)
  await offer(seller, { name: 'Sample keyboard product' })
  await register(page, { name: 'Sample Buyer', at: '/dashboard/orders?q=keyboard' })
  const tabTo = async (name: RegExp, role: 'button' | 'link' | 'textbox' | 'radio') => {
    const target = page.getByRole(role, { name })
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  await expect(page.getByRole('button', { name: /^Add to cart/ })).toBeVisible()
  await tabTo(/^Add to cart/, 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Cart (1)' })).toBeVisible()
  await page.getByRole('link', { name: 'Cart (1)' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/orders/cart')
  await expect(page.getByRole('button', { name: /^One more/ })).toBeVisible()
  await tabTo(/^Quantity/, 'textbox')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible()
  await tabTo(/^Have it delivered/, 'radio')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Collect it yourself' })).toBeChecked()
  await expect(page.getByLabel('Delivery address')).toHaveCount(0)
  await tabTo(/^Phone number/, 'textbox')
  await page.keyboard.type(phone)
  await tabTo(/^Place order/, 'button')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  await tabTo(/^Cancel order/, 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Cancel order/ })).toBeFocused()
})
