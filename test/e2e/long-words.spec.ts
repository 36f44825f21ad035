import type { Locator } from '@playwright/test'
import { deep } from '../depth.ts'
import { fits, open } from './inspect.ts'
import { long } from './long.ts'
import { announce, expect, logIn, post, register, send, test } from './site.ts'

const word = 'W'.repeat(190)

/** Returns how many lines the text of an element takes. */
const linesOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

test('very long and very short names, titles and words fit a page of 320 px', async ({ page }) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 320, height: 640 })
  await register(page, { name: 'W'.repeat(90) })
  const paths = ['/dashboard/articles', '/dashboard/events', '/profile', '/language/poems', '/language/proverbs', '/']
  for (const text of deep ? [word, 'שלום مرحبا', '👩🏿'.repeat(45), 'x'] : [word, 'x']) {
    const title = { title: text, visibility: 'public' }
    const article = await post(page, {
      ...title,
      category: text.slice(0, 50),
      content: `<p>${text}</p>`,
      tags: ['W'.repeat(50)],
    })
    const event = await announce(page, { ...title, location: text, venue: text, description: text })
    const poem = await send(page, '/api/poems', { ...title, original: text, translation: text })
    const proverb = await send(page, '/api/proverbs', { original: text, translation: text, visibility: 'public' })
    const entry = await send(page, '/api/vocabulary', { form: text.slice(0, 100), english: text.slice(0, 100) })
    paths.push(`/dashboard/articles/${article.id}`, `/articles/${article.id}`)
    paths.push(`/dashboard/events/${event.id}`, `/events/${event.id}`)
    paths.push(`/language/poems/${poem.id}`, `/language/proverbs/${proverb.id}`, `/language/vocabulary/${entry.id}`)
  }
  for (const path of paths) {
    await open(page, path)
    await fits(page, path, 320)
  }
})

long('the header of a public page is one line at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const header = await page.locator('header.top').boundingBox()
  expect(header?.height).toBeLessThan(80)
})

long('at 360 px, a section’s search field is wide enough, and a ten-letter word takes one line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logIn(page)
  await send(page, '/api/heritage', { section: 'ceremony', title: 'Sample ceremony', body: '<p>Sample</p>' })
  await open(page, '/traditions/ceremonies')
  const field = await page.locator('main').getByRole('searchbox').boundingBox()
  expect(field?.width).toBeGreaterThan(200)

  const { id } = await send(page, '/api/vocabulary', { form: 'samplesamp', english: 'Sample gloss' })
  await open(page, `/language/vocabulary/${id}`)
  expect(await linesOf(page.getByRole('heading', { level: 1 }))).toBe(1)
})
