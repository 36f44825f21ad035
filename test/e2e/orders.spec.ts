import type { Browser, Page } from '@playwright/test'
import type { RunningSite } from '../running-site.ts'
import { admin, expect, logIn, pixel, register, send, test } from './site.ts'

const address = 'Sample address, sample road'
const phone = '0700 000000'

/** A page of somebody else's browser, without the stream of news. */
async function other(browser: Browser, { url }: RunningSite): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await page.route('**/api/stream', (route) => route.fulfill({ status: 204 }))
  return page
}

/** Calls the API as the member of the page. */
function call(page: Page, method: string, path: string, body?: Record<string, unknown>) {
  return page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      const answer = await fetch(path, { method, headers, ...(body && { body }) })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
}

/** A member in a browser of their own, to whom an admin gave the role. */
async function sellerOf(browser: Browser, site: RunningSite, name = 'Sample Seller'): Promise<Page> {
  const page = await other(browser, site)
  const { email } = await register(page, name)
  const office = await other(browser, site)
  await logIn(office, admin)
  const { items } = await call(office, 'GET', `/api/members?q=${encodeURIComponent(email)}`)
  await call(office, 'PATCH', `/api/members/${items[0].id}`, { roles: ['seller'] })
  await office.context().close()
  return page
}

/** Offers a product over the API as the seller of the page. */
function offer(page: Page, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  return send(page, '/api/products', { name: 'Sample product name', price: 5000, stock: 12, ...fields })
}

async function putIn(page: Page, productId: string, quantity = 1) {
  await call(page, 'PUT', `/api/cart/items/${productId}`, { quantity })
}

async function fillReach(page: Page) {
  await page.getByLabel('Where it is sent').fill(address)
  await page.getByLabel('Your telephone number').fill(phone)
}

const ordersOf = async (page: Page) => (await call(page, 'GET', '/api/orders?limit=50')).items as { number: number }[]

test('a maker asks to sell, is told no and why, asks again, and sells', async ({ page, browser, site, complaints }) => {
  await register(page, 'Sample Maker')
  await page.getByRole('link', { name: 'Selling' }).click()
  await expect(page.getByRole('heading', { name: 'Sell what you make' })).toBeVisible()
  await page.getByLabel('What do you make?').fill('Sample goods')
  await page.reload()
  await expect(page.getByLabel('What do you make?')).toHaveValue('Sample goods')
  await page.getByRole('button', { name: 'Ask to sell' }).click()
  await expect(page.getByText('You have asked to sell')).toBeVisible()
  await expect(page.getByLabel('What do you make?')).toHaveCount(0)

  const office = await other(browser, site)
  await logIn(office, admin)
  await office.goto('/admin/members')
  await office.getByRole('link', { name: 'Requests to sell' }).click()
  const request = office.getByRole('listitem').filter({ hasText: 'Sample Maker' })
  await expect(request).toContainText('Sample goods')
  await request.getByRole('button', { name: /^Refuse/ }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Please write why')
  await dialog.getByLabel('Your reason').fill('Sample reason')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(office.getByText('Nobody waits for an answer')).toBeVisible()

  await page.reload()
  await expect(page.getByText('What they write: Sample reason')).toBeVisible()
  await page.getByLabel('What do you make?').fill('Sample goods, said better')
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('You have asked to sell')).toBeVisible()
  await office.reload()
  await request.getByRole('button', { name: /^Let them sell/ }).click()
  await expect(office.getByText('Sample Maker can sell now.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Incoming orders' })).toBeVisible()
  await expect(page.getByText('You sell nothing yet')).toBeVisible()
  await page.getByLabel('Where they collect').fill('Sample place, on sample days')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Buyers see it from now on.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Where they collect')).toHaveValue('Sample place, on sample days')
  expect(complaints).toEqual([])
})

test('from a product with a picture to its receipt, on a phone: a guest’s cart, an order, every step of it', async ({
  page,
  browser,
  site,
  complaints,
}) => {
  test.setTimeout(180_000)
  const seller = await sellerOf(browser, site)
  await seller.goto('/seller/dashboard')
  await seller.getByRole('link', { name: 'Add a product' }).first().click()
  await seller.getByLabel('What it is called').fill('Sample product of the journey')
  await seller.locator('input[type=file]').setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
  await expect(seller.getByRole('button', { name: /^Remove/ })).toBeVisible()
  await seller.getByLabel('Price of one piece').fill('50')
  await seller.getByLabel('How many pieces').fill('3')
  await seller.getByRole('button', { name: 'Publish' }).click()
  await seller.waitForURL(/\/shop\/[0-9a-f-]{36}$/)
  const product = new URL(seller.url()).pathname

  await page.setViewportSize({ width: 360, height: 740 })
  const { email, password } = await register(page, 'Sample Buyer')
  await page.getByRole('link', { name: 'Open the menu' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto(product)
  await page.getByLabel('How many').fill('2')
  await page.getByRole('button', { name: 'Add to the cart' }).click()
  await expect(page.getByText('In the cart: 2')).toBeVisible()
  await page.getByRole('link', { name: /^Cart/ }).click()
  await page.waitForURL('**/login?redirect=**')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/dashboard/orders/cart')
  await expect(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()

  const parcel = page.getByRole('region', { name: 'From Sample Seller' })
  await expect(parcel.getByText('KES 100.00').first()).toBeVisible()
  await expect(parcel.getByText('KES 120.00')).toBeVisible()
  await parcel.getByLabel('Collect it').check()
  await expect(parcel.getByText('KES 110.00')).toBeVisible()
  await parcel.getByLabel('Have it sent to you').check()
  await parcel.getByRole('button', { name: /^One more/ }).click()
  await expect(page.getByRole('link', { name: 'Cart (3)' })).toBeVisible()
  await expect(parcel.getByText('KES 165.00')).toBeVisible() // more than KES 100 is sent free
  await parcel.getByLabel('M-Pesa', { exact: true }).check()
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByText('Please write where it is sent.')).toBeVisible()
  await expect(page.getByText('Please write a number where the seller can reach you.')).toBeVisible()
  await fillReach(page)
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  const order = new URL(page.url()).pathname
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Order \d{4,}$/)
  const title = (await heading.textContent()) ?? ''
  await expect(page.getByText(address)).toBeVisible()
  await page.getByLabel('Code of the M-Pesa message').fill('too short')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText('Please write the ten letters and digits')).toBeVisible()
  await page.getByLabel('Code of the M-Pesa message').fill('sample1234')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText('The seller sees the code now.')).toBeVisible()

  await seller.goto('/seller/dashboard')
  const row = seller.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('Sample Buyer, 3 items, M-Pesa code SAMPLE1234')
  for (const [press, then] of [
    ['Confirm', 'Confirmed'],
    ['Mark as paid', 'Paid by M-Pesa'],
    ['Mark as sent', 'Sent'],
  ] as const) {
    await row.getByRole('button', { name: new RegExp(`^${press}`) }).click()
    await expect(row).toContainText(then)
  }
  await expect(seller.getByText('KES 165').first()).toBeVisible()
  await expect(seller.getByRole('heading', { name: 'Few left' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: /^I have received it/ }).click()
  await expect(page.getByText('There is nothing for you to do now.')).toBeVisible()
  const history = page.getByRole('region', { name: 'What has happened' }).getByRole('listitem')
  const steps = [
    /^Placed.*Sample Buyer/s,
    /^Confirmed.*Sample Seller/s,
    /^Paid by M-Pesa.*Sample Seller/s,
    /^Sent.*Sample Seller/s,
    /^Received.*Sample Buyer/s,
  ]
  await expect(history).toHaveText(steps)
  await seller.goto(order)
  await expect(seller.getByRole('region', { name: 'What has happened' }).getByRole('listitem')).toHaveText(steps)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Receipt, /)).toBeVisible()
  await expect(page.getByText('Sample product of the journey')).toBeVisible()
  await expect(page.getByText('Paid by M-Pesa').first()).toBeVisible()
  for (const gone of ['navigation', 'banner', 'button'] as const) await expect(page.getByRole(gone)).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard/orders/my-orders?status=received')
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Received')
  expect(complaints).toEqual([])
})

test('what changed since it was chosen is said beside it, and nothing is ordered before the buyer has decided', async ({
  page,
  browser,
  site,
}) => {
  const seller = await sellerOf(browser, site)
  const dearer = await offer(seller, { name: 'Sample dearer product' })
  const fewer = await offer(seller, { name: 'Sample fewer product' })
  const out = await offer(seller, { name: 'Sample sold-out product' })
  const gone = await offer(seller, { name: 'Sample gone product' })
  await register(page, 'Sample Buyer')
  for (const { id } of [dearer, fewer, out, gone]) await putIn(page, id, 3)
  await call(seller, 'PATCH', `/api/products/${dearer.id}`, { price: 6000 })
  await call(seller, 'PATCH', `/api/products/${fewer.id}`, { stock: 2 })
  await call(seller, 'PATCH', `/api/products/${out.id}`, { stock: 0 })
  await call(seller, 'DELETE', `/api/products/${gone.id}`)

  await page.goto('/dashboard/orders/cart')
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(line('Sample dearer product')).toContainText('It costs KES 60.00 now. It was KES 50.00')
  await expect(line('Sample fewer product')).toContainText('Only 2 left.')
  await expect(line('Sample sold-out product')).toContainText('It is sold out, so it is not ordered.')
  await fillReach(page)
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByText('Please decide about what is marked above.')).toBeVisible()
  expect(await ordersOf(page)).toEqual([])

  await line('Sample dearer product')
    .getByRole('button', { name: /^Keep it at the new price/ })
    .click()
  await expect(line('Sample dearer product')).not.toContainText('It was KES 50.00')
  await line('Sample fewer product')
    .getByRole('button', { name: /^Take 2/ })
    .click()
  await expect(line('Sample fewer product')).not.toContainText('Only 2 left.')
  // 3 × 60 + 2 × 50 = 280, sent free, with a tax of 28.
  await expect(page.getByText('KES 308.00')).toBeVisible()

  // Meanwhile it becomes dearer once more: the server refuses, and the page asks again.
  await call(seller, 'PATCH', `/api/products/${dearer.id}`, { price: 7000 })
  await page.getByRole('button', { name: 'Place the order' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This order was not placed.' })).toContainText('KES 70.00')
  await expect(line('Sample dearer product')).toContainText('It costs KES 70.00 now. It was KES 60.00')
  await expect(page.getByLabel('Where it is sent')).toHaveValue(address)
  await line('Sample dearer product')
    .getByRole('button', { name: /^Keep it at the new price/ })
    .click()
  await expect(line('Sample dearer product')).not.toContainText('It was KES 60.00')
  await page.getByRole('button', { name: 'Place the order' }).click()
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Sample sold-out product')).toHaveCount(0)
  await page.goto('/dashboard/orders/cart')
  await line('Sample sold-out product')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(line('Sample sold-out product')).toHaveCount(0)
})

test('sold out while it is ordered; of two sellers’ goods the other order is placed', async ({
  page,
  browser,
  site,
}) => {
  const one = await sellerOf(browser, site, 'Sample Seller One')
  const two = await sellerOf(browser, site, 'Sample Seller Two')
  const first = await offer(one, { name: 'Sample first product' })
  const second = await offer(two, { name: 'Sample second product' })
  await register(page, 'Sample Buyer')
  await putIn(page, first.id)
  await putIn(page, second.id)
  await page.goto('/dashboard/orders/cart')
  await expect(page.getByText('Each seller is one order')).toBeVisible()
  await fillReach(page)
  await call(one, 'PATCH', `/api/products/${first.id}`, { stock: 0 })
  await page.getByRole('button', { name: 'Place 2 orders' }).click()
  await expect(page.getByText('These orders are placed:')).toBeVisible()
  const parcel = page.getByRole('region', { name: 'From Sample Seller One' })
  await expect(parcel.getByRole('alert')).toContainText('Sample first product: This is sold out.')
  await expect(page.getByRole('region', { name: 'From Sample Seller Two' })).toHaveCount(0)
  expect(await ordersOf(page)).toHaveLength(1)
})

test('a failing server loses nothing: Retry, what was typed, and a lost answer is still one order', async ({
  page,
  browser,
  site,
}) => {
  const seller = await sellerOf(browser, site)
  const { id } = await offer(seller)
  await register(page, 'Sample Buyer')
  await putIn(page, id, 2)
  const broken = { status: 500, json: { error: 'Sample failure.', code: 'internal' } }
  await page.route('**/api/cart', (route) => route.fulfill(broken), { times: 1 })
  await page.goto('/dashboard/orders/cart')
  await expect(page.getByRole('alert')).toContainText('Your cart did not load.')
  await page.getByRole('button', { name: 'Retry' }).click()
  await fillReach(page)
  await page.reload()
  await expect(page.getByLabel('Where it is sent')).toHaveValue(address)

  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders'))
      keys.push(request.headers()['idempotency-key'])
  })
  const place = page.getByRole('button', { name: 'Place the order' })
  await page.route('**/api/orders', (route) => route.fulfill(broken), { times: 1 })
  await place.click()
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came for this order.' })).toBeVisible()
  // It reaches the server, whose answer is lost.
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
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came for this order.' })).toBeVisible()
  await page.unroute('**/api/cart')
  await place.click()
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(await ordersOf(page)).toHaveLength(1)
})

test('a double press places one order', async ({ page, browser, site }) => {
  const seller = await sellerOf(browser, site)
  const { id } = await offer(seller)
  await register(page, 'Sample Buyer')
  await putIn(page, id)
  await page.goto('/dashboard/orders/cart')
  await fillReach(page)
  await page.route('**/api/orders', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Place the order' }).dblclick()
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  expect(await ordersOf(page)).toHaveLength(1)
  const stranger = await other(browser, site)
  await register(stranger, 'Sample Stranger')
  await stranger.goto(new URL(page.url()).pathname)
  await expect(stranger.getByText('There is no such order, or it is not yours.')).toBeVisible()
  // The seller takes it back, and has to say why.
  await seller.goto(new URL(page.url()).pathname)
  await seller.getByRole('button', { name: /^Cancel the order/ }).click()
  const dialog = seller.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(dialog.getByText('Please write why')).toBeVisible()
  await dialog.getByLabel('Why').fill('Sample reason')
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(seller.getByText('There is nothing for you to do now.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Sample reason')).toBeVisible()
})

test('from the shop to an order by keyboard alone', async ({ page, browser, site }) => {
  const seller = await sellerOf(browser, site)
  await offer(seller, { name: 'Sample keyboard product' })
  await register(page, 'Sample Buyer')
  await page.goto('/dashboard/orders?q=keyboard')
  const tabTo = async (name: RegExp, role: 'button' | 'link' | 'textbox' | 'radio') => {
    const target = page.getByRole(role, { name })
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${name}`)
  }
  await expect(page.getByRole('button', { name: /^Add to the cart/ })).toBeVisible()
  await tabTo(/^Add to the cart/, 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Cart (1)' })).toBeVisible()
  await page.getByRole('link', { name: 'Cart (1)' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/orders/cart')
  await expect(page.getByRole('button', { name: /^One more/ })).toBeVisible()
  await tabTo(/^How many/, 'textbox')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible()
  await tabTo(/^Have it sent to you/, 'radio')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Collect it' })).toBeChecked()
  await expect(page.getByLabel('Where it is sent')).toHaveCount(0)
  await tabTo(/^Your telephone number/, 'textbox')
  await page.keyboard.type(phone)
  await tabTo(/^Place the order/, 'button')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  await tabTo(/^Cancel the order/, 'button')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Cancel the order/ })).toBeFocused()
})
