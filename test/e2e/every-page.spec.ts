import type { Page } from '@playwright/test'
import { deep } from '../depth.ts'
import { inspectAll, open } from './inspect.ts'
import { movesOf, watchShifts } from './shifts.ts'
import { announce, beep, expect, keep, logIn, openElsewhere, pixel, post, register, send, share, test } from './site.ts'

// The first pages of each list cover all layouts; only `npm run test:deep` inspects the others.

const publicPages = [
  '/',
  '/language/vocabulary',
  '/search?q=one',
  '/shop',
  '/login',
  ...(deep
    ? [
        '/language/proverbs?q=nothing-matches-this',
        '/artifacts',
        '/shop/cart',
        '/about',
        '/reset-password?token=sample',
        '/language/vocabulary?q=nothing-matches-this',
        '/language/proverbs',
        '/language/poems',
        '/culture/practices',
        '/conservation',
        '/culture/artifacts?q=nothing-matches-this',
        '/social-structure',
        '/traditions/ceremonies',
        '/shop?q=nothing-matches-this',
        '/language/vocabulary/print?q=one',
        '/search',
        '/search?q=nothing-matches-this&type=poem',
        '/contact',
        '/privacy',
        '/offline',
        '/register',
        '/forgot-password',
        '/reset-password',
        '/verify-email',
        '/cancel-email',
        '/cancel-registration',
        '/undo-factor',
        '/unsubscribe?token=sample',
      ]
    : []),
]
const memberPages = [
  '/dashboard',
  '/dashboard/linguistics',
  '/contribute/articles',
  '/dashboard/orders',
  '/profile',
  '/settings?tab=preferences',
  ...(deep
    ? [
        '/dashboard/events',
        '/dashboard/posts',
        '/dashboard/outbox',
        '/contribute/media',
        '/contribute/events',
        '/settings',
        '/dashboard/articles',
        '/dashboard/articles?q=nothing-matches-this',
        '/dashboard/events?q=nothing-matches-this',
        '/dashboard/posts?state=hidden',
        '/dashboard/linguistics?q=nothing-matches-this',
        '/dashboard/media',
        '/dashboard/media?type=audio&q=nothing-matches-this',
        '/contribute/linguistics',
        '/contribute/artifacts',
        '/contribute/poems',
        '/contribute/products',
        '/contribute/proverbs',
        '/contribute/story?section=ceremonies',
        '/contribute/report',
        '/keepers/suggestions',
        '/dashboard/keepers',
        '/dashboard/orders?q=nothing-matches-this',
        '/dashboard/orders/cart',
        '/dashboard/orders/my-orders',
        '/dashboard/orders/my-orders?status=sent',
        '/seller/dashboard',
        '/admin/members',
      ]
    : []),
]
const adminPages = [
  '/dashboard/keepers',
  '/dashboard/keepers/import',
  '/admin/members',
  '/admin/care',
  '/admin/reports',
  '/contribute/heritage?section=story',
  ...(deep
    ? [
        '/dashboard/keepers/languages',
        '/dashboard/keepers/letters',
        '/admin/audit',
        '/admin/figures',
        '/keepers/suggestions',
        '/keepers/suggestions?status=declined',
        '/dashboard/keepers/groups',
        '/dashboard/keepers/consents',
        '/dashboard/keepers?type=artifact',
        '/dashboard/keepers/introductions',
        '/dashboard/keepers/introductions/ceremonies',
        '/admin/members?q=nothing-matches-this',
        '/admin/sellers',
        '/admin/reports?view=closed',
        '/admin/reports?view=hidings',
        '/dashboard',
        '/contribute/artifacts',
        '/contribute/conservation',
        '/contribute/products',
      ]
    : []),
]

/** Opens a page on a small phone, and checks that nothing moves while it loads and all that `inspectAll` checks. */
async function check(page: Page, path: string, name = path) {
  await page.setViewportSize({ width: 320, height: 800 })
  await open(page, path)
  expect(await movesOf(page), name).toEqual([])
  await inspectAll(page, name)
}

// Failures name their page; a trace of these tests takes longer than the tests.
test.use({ trace: 'off' })

test.describe('at 320 px and at 1440 px, light and dark', () => {
  // These are the longest tests, so they run in parallel on separate sites.
  test.describe.configure({ mode: 'parallel' })
  // In the long form, axe checks each of about forty pages four times.
  test.setTimeout(900_000)
  test.use({ viewport: { width: 320, height: 800 }, colorScheme: 'light' })

  test('public pages have no sideways scroll, moving content, console error or axe violation', async ({
    page,
    complaints,
    browser,
  }) => {
    await watchShifts(page)
    const word = await page.request.get('/api/vocabulary?limit=1&q=one').then((answer) => answer.json())
    for (const path of [...publicPages, `/language/vocabulary/${word.items[0].id}`]) {
      await check(page, path)
    }

    const author = await browser.newPage()
    await register(author, { name: 'A Sample Author With Quite A Long Name Indeed' })
    const sound = { name: 'beep.wav', type: 'audio/wav', bytes: beep() }
    for (const title of ['First sample recording', 'Second sample recording'])
      await share(author, sound, { title, visibility: 'public' })
    await announce(author, { title: 'Sample event title', visibility: 'public' })
    for (const path of deep ? ['/', '/explore', '/people'] : ['/']) {
      await check(page, path, `${path} with entries`)
    }
    expect(complaints).toEqual([])
  })

  test('members’ pages have no sideways scroll, moving content, console error or axe violation', async ({
    page,
    complaints,
  }) => {
    await watchShifts(page)
    await register(page, { name: 'A Sample Member With Quite A Long Name Indeed' })
    const { id } = await post(page, {
      title:
        'Sample article title that is long enough to run over several lines on a narrow phone, with Averylongwordwithoutanybreakinit'.slice(
          0,
          200,
        ),
      category: 'Sample category of one’s own',
      content: '<h2>Sample heading</h2><p>Sample text.</p><ul><li>One</li></ul><blockquote>Quote</blockquote>',
      tags: ['one', 'two', 'a much longer sample tag', 'four', 'five', 'six'],
      visibility: 'public',
    })
    const media = await share(
      page,
      { name: 'pixel.png', type: 'image/png', bytes: pixel },
      { title: 'Sample picture title', description: 'Sample words. '.repeat(20), visibility: 'public' },
    )
    const sound = await share(page, { name: 'beep.wav', type: 'audio/wav', bytes: beep() }, { visibility: 'public' })
    const mediaPages = [media, sound].map(({ id }) => `/dashboard/media/${id}`)
    const event = await announce(page, {
      title: 'Sample event title that runs over several lines on a narrow phone, with Averylongwordwithoutanybreakinit',
      venue: 'Sample venue with Averylongwordwithoutanybreakinitatallwhichgoeson',
      address: 'Sample address',
      mapUrl: 'https://map.example.org/',
      capacity: 5,
      schedule: [{ time: '10:00', title: 'Sample item with Averylongwordwithoutanybreakinit', description: 'Note' }],
      tags: ['one', 'two', 'a much longer sample tag'],
    })
    const word = await page.request.get('/api/vocabulary?limit=1&q=one').then((answer) => answer.json())
    const entries = [
      `/dashboard/articles/${id}`,
      `/articles/${id}`,
      `/dashboard/events/${event.id}`,
      `/events/${event.id}`,
      ...mediaPages,
      ...(deep
        ? [
            `/contribute/linguistics/${word.items[0].id}`,
            `/contribute/report?entry=${id}`,
            `/dashboard/links/${id}`,
            `/dashboard/consents/${id}`,
            `/related/${id}`,
            `/media/${media.id}`,
            `/media/${sound.id}`,
          ]
        : []),
    ]
    for (const path of [...memberPages, ...entries]) {
      await check(page, path)
    }
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Write article' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Content' })).toBeVisible()
    await inspectAll(page, 'composer')
    await page.getByRole('tab', { name: 'Event' }).click()
    await expect(page.getByRole('dialog').getByLabel('Start', { exact: true })).toBeVisible()
    await inspectAll(page, 'composer, event')
    await page.goto('/dashboard/events')
    await page.getByRole('button', { name: 'Details' }).first().click()
    await inspectAll(page, 'event details')
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
    await expect(page.getByRole('dialog').getByLabel('Phone Number')).toBeVisible()
    await inspectAll(page, 'registration')
    expect(complaints).toEqual([])
  })

  test('admins’ pages and dialogs have no sideways scroll, moving content, console error or axe violation', async ({
    page,
    complaints,
    browser,
  }) => {
    const other = await openElsewhere(browser)
    await watchShifts(other)
    await watchShifts(page)
    await register(other, { name: 'Another Member With Quite A Long Name Indeed' })
    await logIn(page)
    const keeperPages = await keep(page)
    const history = keeperPages
      .filter((path) => /^\/artifacts\/[\w-]+$/.test(path))
      .map((path) => path.replace('/artifacts', '/dashboard/keepers/history'))
    const onePage = keeperPages.filter((path) => /^\/(artifacts|shop)\/[\w-]+$/.test(path))
    for (const path of [...adminPages, ...(deep ? [...keeperPages, ...history] : onePage)]) {
      await check(page, path)
    }
    const productId = keeperPages.map((path) => /^\/shop\/([\w-]+)$/.exec(path)?.[1]).find(Boolean) ?? ''
    const { id: orderId } = await send(other, '/api/orders', {
      items: [{ productId, quantity: 1 }],
      delivery: 'delivery',
      address: 'Sample address with Averylongwordwithoutanybreakinitatallwhichgoeson',
      phone: '0700 000000',
      payment: { method: 'mpesa' },
    })
    await send(other, '/api/cart/merge', { items: [{ productId, quantity: 2, price: 100 }] })
    await send(other, '/api/selling/requests', { about: 'Averylongwordwithoutanybreakinitatallwhichgoeson' })
    const order = `/dashboard/orders/${orderId}`
    for (const path of [
      '/dashboard/orders/cart',
      order,
      ...(deep ? ['/dashboard/orders', '/dashboard/orders/my-orders'] : []),
    ]) {
      await check(other, path, `${path} of a buyer`)
    }
    for (const path of ['/seller/dashboard', ...(deep ? [order, '/admin/sellers'] : [])]) {
      await check(page, path, `${path} of the seller`)
    }
    await page.goto('/admin/members')
    await page
      .getByRole('button', { name: /Edit.*Another Member/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Disable account' }).click()
    await inspectAll(page, 'member dialog')
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await inspectAll(page, 'delete dialog')
    expect(complaints).toEqual([])
  })
})

test('IPA with tone marks is displayed completely', async ({ page }) => {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const { items } = await page.request.get('/api/vocabulary?q=ɒ́kɔ́ːŋɔ&limit=10').then((answer) => answer.json())
    const word = items.find(({ form }: { form: string }) => form === 'ɒ́kɔ́ːŋɔ')
    await page.goto(`/language/vocabulary/${word.id}`)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('ɒ́kɔ́ːŋɔ')
    const box = await heading.evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d')
      const style = getComputedStyle(element)
      if (canvas) canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
      const ink = canvas?.measureText(element.textContent ?? '')
      const inkHeight = (ink?.actualBoundingBoxAscent ?? 0) + (ink?.actualBoundingBoxDescent ?? 0)
      return {
        inkHeight,
        height: element.getBoundingClientRect().height,
        clipped: element.scrollWidth > element.clientWidth + 1,
        overflow: style.overflow,
      }
    })
    expect(box.height).toBeGreaterThanOrEqual(box.inkHeight)
    expect(box.clipped && box.overflow !== 'visible').toBe(false)
  }
})
