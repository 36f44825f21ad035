import { deep } from '../depth.ts'
import { fits, inspectBoth, open } from './inspect.ts'
import { long } from './long.ts'
import { announce, expect, fillLogIn, inDatabase, ofSite, post, register, send, signOut, test } from './site.ts'

test('the feed shows all kinds by day, newest first, and has a list of each kind', async ({ page, complaints }) => {
  await register(page)
  await post(page, { title: 'Sample feed article' })
  await send(page, '/api/poems', { title: 'Sample feed poem', original: 'sample line' })
  await page.goto('/dashboard')
  const timeline = page.getByRole('region', { name: 'What people shared' })
  await expect(timeline.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(timeline.getByRole('article').nth(0)).toContainText('Sample feed poem')
  const author = timeline.getByRole('article').nth(0).getByRole('link', { name: 'Sample Member' })
  await expect(author).toHaveAttribute('href', /^\/people\/[0-9a-f-]{36}$/)
  await expect(timeline.getByRole('article').nth(1)).toContainText('Sample feed article')
  // The chosen list stays in view instead of jumping to the top of the page.
  const articles = timeline.getByRole('link', { name: 'Articles', exact: true })
  await articles.evaluate((link) => link.scrollIntoView())
  await articles.click()
  await expect(page).toHaveURL(/\/dashboard\?show=article$/)
  await expect(timeline.getByRole('article').first()).toContainText('Sample feed article')
  await expect(timeline.getByText('Sample feed poem')).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.reload()
  await expect(timeline.getByRole('link', { name: 'Articles', exact: true })).toHaveAttribute('aria-current', 'page')
  await timeline.getByRole('link', { name: 'Sample feed article' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sample feed article' })).toBeVisible()
  await page.goto('/dashboard')
  const newest = page.getByRole('region', { name: 'Newest of each kind' })
  await expect(newest.getByRole('link', { name: 'Sample feed poem' })).toBeVisible()
  const [later, sooner] = ['2099-06-01T08:00:00Z', '2099-05-01T08:00:00Z']
  await announce(page, { title: 'Sample feed event in June', startDate: later, endDate: later.replace('08', '09') })
  await announce(page, { title: 'Sample feed event in May', startDate: sooner, endDate: sooner.replace('08', '09') })
  await page.goto('/dashboard?show=event')
  await expect(timeline.getByRole('heading', { level: 2 }).first()).toHaveText('Monday, 1 June 2099')
  await expect(timeline.getByRole('article').nth(0)).toContainText('Sample feed event in June')
  await expect(timeline.getByRole('article').nth(1)).toContainText('Sample feed event in May')
  await expect(newest).toHaveCount(0)
  expect(complaints).toEqual([])
})

long('a feed that can’t be loaded says so and offers Retry', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/)
  let broken = true
  // The route is set first, because stored data would be shown instead of the error.
  await page.route('**/api/explore?*', (route) =>
    broken ? route.fulfill(ofSite(500, { error: 'Sample error.', code: 'internal' })) : route.continue(),
  )
  await register(page)
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load the feed' })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  broken = false
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toHaveCount(0)
})

test('a newcomer is welcomed with three steps, and can hide them', async ({ page }) => {
  await register(page, { name: 'Sample Newcomer' })
  const welcome = page.getByRole('region', { name: 'Welcome, Sample Newcomer' })
  await expect(welcome.getByRole('listitem')).toHaveCount(3)
  await welcome.getByRole('link', { name: 'Record it' }).click()
  await expect(page).toHaveURL(/\/contribute\/linguistics/)
  await page.goBack()
  await welcome.getByRole('button', { name: 'Hide these steps' }).click()
  await expect(welcome).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: /on your mind/ })).toBeVisible()
  await expect(welcome).toHaveCount(0)
})

for (const width of deep ? [360, 1440] : [360])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('+ Add lists every kind, closes on Escape, and leads to the form', async ({ page, complaints }) => {
      await register(page)
      const add = page.getByRole('link', { name: 'Add', exact: true }).filter({ visible: true })
      await add.click()
      const sheet = page.getByRole('dialog', { name: 'What would you like to add?' })
      await expect(sheet.getByRole('link')).toHaveCount(15)
      await inspectBoth(page, 'add', width)
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
      await expect(add).toBeFocused()
      await add.press('Enter')
      await sheet.getByRole('link', { name: 'A proverb' }).click()
      await expect(page).toHaveURL(/\/contribute\/proverbs$/)
      await expect(sheet).toHaveCount(0)
      expect(complaints).toEqual([])
    })

    test('a guest chooses a kind at /contribute, and gets to its form after logging in', async ({ page }) => {
      const { email, password } = await register(page)
      await signOut(page)
      await page.goto('/contribute')
      await fits(page, 'contribute', width)
      const pictures = await page.locator('.adds svg').evaluateAll((all) => all.map((one) => one.innerHTML))
      expect(pictures).toHaveLength(15)
      expect(new Set(pictures).size).toBe(15)
      await page.getByRole('link', { name: 'A poem or song' }).click()
      await expect(page).toHaveURL(/\/login\?redirect=%2Fcontribute%2Fpoems$/)
      await fillLogIn(page, { email, password })
      await expect(page).toHaveURL(/\/contribute\/poems$/)
    })
  })

test('on a phone, the menu opens from a public page and leads to Settings', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await register(page, { at: '/about' })
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('link', { name: 'Feed' })).toBeVisible()
  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

/** Deletes all entries of the member with the email $1. */
const removeEntries = 'delete from entries where author_id = (select id from accounts where email = $1)'

long('an event that has begun is marked as ongoing among the coming ones', async ({ page, site }) => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
  const { email } = await register(page)
  const times = { startDate: inHours(1).toISOString(), endDate: inHours(5).toISOString() }
  await announce(page, { title: 'Sample event under way', visibility: 'members', ...times })
  const upcoming = page.getByRole('heading', { name: 'Upcoming events' }).locator('..')
  const shown = upcoming.getByRole('listitem').filter({ hasText: 'Sample event under way' })
  await page.goto('/dashboard')
  await expect(shown).not.toContainText('Ongoing')
  await page.clock.setFixedTime(inHours(2))
  await page.reload()
  await expect(shown).toContainText('Ongoing')
  expect(await inDatabase(site, removeEntries, email)).toBe(1)
})

/** Adds 200 old entries of the member with the email $1; one in three is a word, the others are articles. */
const addEntries = `with made as (
    insert into entries (id, type, title, visibility, search, words, author_id, published_at, folding)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      case n % 3 when 0 then 'vocabulary' else 'article' end,
      'Sample title ' || n || ' that runs over several lines of a narrow phone', 'members', '', 'Sample',
      accounts.id, now() - n * interval '1 day', 1000
    from generate_series(1, 200) n, accounts where accounts.email = $1 returning id, type),
  written as (
    insert into articles (entry_id, category, content, excerpt, tags)
    select id, 'Culture', '<p>Sample</p>', 'Sample', '{}' from made where type = 'article')
  insert into vocabulary (entry_id, form, english, sort_key)
  select id, 'sample', 'sample', 'a' from made where type = 'vocabulary'`

long('the feed of a site with 200 entries takes at most 12 screens of a phone', async ({ page, site }) => {
  const phone = { width: 360, height: 740 }
  await page.setViewportSize(phone)
  const { email } = await register(page)
  await inDatabase(site, addEntries, email)
  await open(page, '/dashboard')
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  console.log(`the feed takes ${(height / phone.height).toFixed(1)} screens of a phone`)
  expect(height / phone.height).toBeLessThanOrEqual(12)
  expect(await inDatabase(site, removeEntries, email)).toBe(200)
})
