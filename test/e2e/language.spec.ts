import type { Page } from '@playwright/test'
import { deep } from '../depth.ts'
import { fits, inspect, open } from './inspect.ts'
import { long } from './long.ts'
import { announce, beep, expect, fillLogIn, post, register, share, test } from './site.ts'

const sentence = 'Kutoka utafiti uliochapishwa'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest switches to Kiswahili in the header, and pages stay in Kiswahili until the guest chooses English', async ({
    page,
  }) => {
    await page.goto('/language/vocabulary?q=one')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('banner').getByRole('link', { name: 'Kiswahili' }).click()
    await expect(page).toHaveURL(/\/language\/vocabulary\?q=one$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Msamiati')
    await page.getByRole('link', { name: 'Mwanzo' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kwa maneno yetu.')
    await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('In our own words.')
  })
})

test('results that appear while you type are in Kiswahili', async ({ page, complaints }) => {
  await page.goto('/choose-language?to=sw&back=/language/vocabulary')
  await page.getByRole('main').getByRole('searchbox').pressSequentially('nothing-matches-this')
  await expect(page.getByText('Hakuna neno linalofanana na “nothing-matches-this”')).toBeVisible()
  expect(complaints).toEqual([])
})

long(
  'a member changes the language in Settings, and pages use it on this device and on others',
  async ({ page, complaints, browser }) => {
    const member = await register(page)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/settings?tab=preferences', { waitUntil: 'networkidle' })
    expect(loaded.filter((url) => /kiswahili/.test(url))).toEqual([])
    await expect(page.getByLabel('Language')).toHaveAccessibleDescription(/A Kiswahili speaker still has to review it/)
    await page.getByLabel('Language').selectOption('Kiswahili (rasimu)')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mipangilio')
    await expect(page.getByText('Preferences saved.')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    await expect(page.getByLabel('Lugha')).toHaveAccessibleDescription(/^Rasimu:/)

    // The chosen language also applies after client-side navigation, to refusals from the API, and on reading pages.
    await page.getByRole('link', { name: 'Makala' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Makala')
    await page.goto('/settings')
    await page.getByLabel('Nenosiri la sasa').fill('not the password')
    await page.getByLabel('Nenosiri jipya', { exact: true }).fill('Sample password 2!')
    await page.getByLabel('Thibitisha nenosiri jipya').fill('Sample password 2!')
    await page.getByRole('button', { name: 'Badilisha nenosiri' }).click()
    await expect(page.getByText('Nenosiri lako la sasa si sahihi.').first()).toBeVisible()
    // The browser logs the refusal's status.
    expect(complaints.filter((one) => !/status of 400/.test(one))).toEqual([])
    await page.goto('/language/vocabulary')
    await expect(page.getByText(sentence).first()).toBeVisible()

    const other = await browser.newPage()
    await other.goto('/login')
    await fillLogIn(other, member)
    await expect(other.getByRole('link', { name: 'Mipangilio' })).toBeVisible()

    await page.goto('/settings?tab=preferences')
    await page.getByLabel('Lugha').selectOption('English')
    await page.getByRole('button', { name: 'Hifadhi mabadiliko' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  },
)

long('people who sign up in Kiswahili see the dashboard in Kiswahili', async ({ page, complaints }) => {
  await page.goto('/choose-language?to=sw&back=/register')
  await page.getByLabel('Jina kamili').fill('x')
  await page.getByLabel('Barua pepe').fill('x')
  await page.getByRole('button', { name: 'Jisajili' }).click()
  await expect(page.getByLabel('Jina kamili')).toHaveAccessibleDescription(/Tafadhali andika angalau herufi 3/)
  await page.getByLabel('Jina kamili').fill('Sample Member')
  await page.getByLabel('Barua pepe').fill(`sw-${Date.now()}@site.test`)
  await page.getByLabel('Nenosiri', { exact: true }).fill('sample password')
  await page.getByLabel('Thibitisha nenosiri').fill('sample password')
  await page.getByRole('button', { name: 'Jisajili' }).click()
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Unawaza nini?')).toBeVisible()
  expect(complaints).toEqual([])
})

/**
 * Inspects the page at phone width. At desktop width it only checks for sideways scrolling, because Kiswahili differs
 * there only by its longer words.
 */
async function look(page: Page, path: string) {
  await page.setViewportSize({ width: 320, height: 800 })
  await inspect(page, path, 320)
  await page.setViewportSize({ width: 1440, height: 800 })
  await fits(page, path, 1440)
}

long('in Kiswahili, pages have no sideways scroll, console error or axe violation', async ({ page, complaints }) => {
  test.setTimeout(900_000)
  await register(page, { name: 'A Sample Member With Quite A Long Name Indeed' })
  const { id } = await post(page, { title: 'Sample article title', visibility: 'public' })
  await page.goto('/settings?tab=preferences')
  await page.getByLabel('Language').selectOption('sw')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  const event = await announce(page, { title: 'Sample event title', capacity: 5, visibility: 'public' })
  const sound = { name: 'beep.wav', type: 'audio/wav', bytes: beep() }
  const media = await share(page, sound, { visibility: 'public' })
  const lists = ['/dashboard', '/dashboard/events', ...(deep ? ['/dashboard/articles', '/dashboard/media'] : [])]
  const entryPages = [`/dashboard/articles/${id}`, `/dashboard/media/${media.id}`, `/dashboard/events/${event.id}`]
  const forms = ['articles', ...(deep ? ['media', 'events', 'linguistics'] : [])].map((kind) => `/contribute/${kind}`)
  const own = ['/settings', ...(deep ? ['/profile', '/settings?tab=preferences', '/admin/members'] : [])]
  for (const path of [...lists, ...entryPages, ...forms, ...own]) {
    await open(page, path)
    await look(page, path)
  }
  await page.goto('/choose-language?to=sw')
  // Without its session, an open dashboard would go to another page by itself and interrupt the next page load.
  await page.goto('/about', { waitUntil: 'networkidle' })
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: 'session' })
  const word = await page.request.get('/api/vocabulary?limit=1&q=one').then((answer) => answer.json())
  const words = ['/language/vocabulary', `/language/vocabulary/${word.items[0].id}`]
  const more = ['/about', '/login']
  if (deep) more.push('/culture/practices', '/contact', '/privacy', '/register', '/forgot-password', '/verify-email')
  const entries = [`/articles/${id}`, `/events/${event.id}`, `/media/${media.id}`]
  for (const path of [
    '/',
    ...words,
    ...entries,
    ...more,
    ...(deep
      ? [
          '/reset-password?token=sample',
          '/cancel-email',
          '/cancel-registration',
          '/undo-factor?token=sample',
          '/unsubscribe?token=sample',
        ]
      : []),
    '/nothing-here',
  ]) {
    await open(page, path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    await look(page, path)
  }
  // The browser logs the status of the unknown address.
  expect(complaints.filter((one) => !/status of 404/.test(one))).toEqual([])
})
