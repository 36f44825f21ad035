import type { Locator } from '@playwright/test'
import { long } from './long.ts'
import { ask, expect, ofSite, pixel, post, register, test } from './site.ts'

long('the address contains search, filter and order, and Load More loads more', async ({ page, complaints }) => {
  await register(page)
  for (let i = 1; i <= 12; i++)
    await post(page, {
      title: `Listed sample ${i}`,
      category: i % 2 ? 'History' : 'Traditions',
      content: 'listedword text',
    })
  await page.goto('/dashboard/articles')
  const cards = page.getByRole('article')
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('listedword')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/q=listedword/)
  await expect(cards).toHaveCount(10)
  await expect(cards.first()).toContainText('Listed sample 12')
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)

  await page.getByLabel('Sort by').selectOption('Oldest First')
  await expect(page).toHaveURL(/sort=oldest/)
  await expect(cards.first()).toContainText('Listed sample 1')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('History').check()
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(cards).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Filter, 1 selected' })).toBeVisible()
  await page.reload()
  await expect(cards).toHaveCount(6)
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('nothing at all')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible()
  await page.goBack()
  expect(complaints).toEqual([])
})

long('an API error is shown with Retry, and without sample content', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/, /^Failed to fetch articles 500/)
  let broken = true
  // The route is set first, because stored data would be shown instead of the error.
  await page.route('**/api/articles*', (route) =>
    broken
      ? route.fulfill(ofSite(500, { error: 'Something went wrong on our side.', code: 'internal' }))
      : route.continue(),
  )
  await register(page, { at: '/dashboard/articles' })
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Sample' })).toHaveCount(0)
  broken = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t load' })).toHaveCount(0)
})

long(
  'an interrupted upload can be retried, and a wrong file is refused with a message',
  async ({ page, expectErrors }) => {
    expectErrors(/^Upload failed 415/)
    await register(page, { at: '/contribute/articles' })
    let cut = true
    await page.route('**/uploads/**', (route) => (cut ? route.abort('connectionreset') : route.continue()))
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const input = page.locator('input[type=file]:not([hidden])')
    await input.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: pixel })
    await expect(page.getByText('Couldn’t reach the server.', { exact: false })).toBeVisible()
    cut = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Couldn’t reach the server.', { exact: false })).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove cover.png' }).click()
    await input.setInputFiles({
      name: 'zip.png',
      mimeType: 'image/png',
      buffer: Buffer.from('PK\u0003\u0004 not a picture'),
    })
    await expect(page.locator('.err')).toBeVisible()
    await page.getByLabel('Title').fill('x')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
)

test('an article can be written and published by keyboard alone', async ({ page }) => {
  await register(page, { at: '/dashboard' })
  // This link is loaded after the page.
  const firstStep = page.getByRole('link', { name: 'Get a new link' })
  await expect(firstStep).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  // The content of a new member's dashboard begins with this link.
  await expect(firstStep).toBeFocused()
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /on your mind/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const composer = page.getByRole('dialog')
  await expect(composer).toBeVisible()
  await composer.getByLabel('Title').focus()
  await page.keyboard.type('By keyboard alone')
  await page.keyboard.press('Tab')
  await expect(composer.getByLabel('Category')).toBeFocused()
  await composer.getByRole('textbox', { name: 'Content' }).focus()
  await page.keyboard.type('Typed.')
  await composer.getByRole('button', { name: 'Publish' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Article published.')).toBeVisible()
  await page.getByRole('button', { name: /on your mind/ }).focus()
  await page.keyboard.press('Enter')
  await expect(composer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(composer).toBeHidden()
  await expect(page.getByRole('button', { name: /on your mind/ })).toBeFocused()
})

long(
  'a link can be set, changed and removed by keyboard, with allowed addresses only',
  async ({ page, complaints }) => {
    await register(page, { at: '/contribute/articles' })
    await page.getByLabel('Title').fill('Sample article with a link')
    const body = page.getByRole('textbox', { name: 'Content' })
    await body.click()
    await page.keyboard.type('Sample')
    await page.keyboard.press('ControlOrMeta+a')
    const tool = page.getByRole('button', { name: 'Link', exact: true })
    const address = page.getByLabel('Link address')
    await tool.focus()
    await page.keyboard.press('Enter')
    await expect(address).toBeFocused()
    await page.keyboard.type('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(address).toHaveAccessibleDescription(/Enter a web address/)
    await address.fill('example.org/page')
    await page.keyboard.press('Enter')
    await expect(address).toBeHidden()
    await expect(body).toBeFocused()
    await expect(body.locator('a')).toHaveAttribute('href', 'https://example.org/page')
    await expect(tool).toHaveAttribute('aria-pressed', 'true')
    await tool.press('Enter')
    await expect(address).toHaveValue('https://example.org/page')
    await page.keyboard.press('Escape')
    await expect(address).toBeHidden()
    await expect(tool).toBeFocused()
    await tool.press('Enter')
    await address.fill('sample@example.org')
    await page.getByRole('button', { name: 'Save link' }).click()
    await expect(body.locator('a')).toHaveAttribute('href', 'mailto:sample@example.org')
    await tool.press('Enter')
    await page.getByRole('button', { name: 'Remove link' }).press('Enter')
    await expect(body.locator('a')).toHaveCount(0)
    await expect(body).toHaveText('Sample')
    await expect(body).toBeFocused()
    // The editor gets the position of the caret from an event, some time after the key press.
    await page.evaluate(() =>
      document.addEventListener('selectionchange', () =>
        document.documentElement.toggleAttribute('data-caret', getSelection()?.isCollapsed),
      ),
    )
    await page.keyboard.press('End')
    await expect(page.locator('html')).toHaveAttribute('data-caret', '')
    await tool.press('Enter')
    await address.fill('https://example.org/')
    await page.keyboard.press('Enter')
    await expect(body.locator('a')).toHaveText('https://example.org/')
    await expect(body).toHaveText('Samplehttps://example.org/')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article with a link')
    await expect(page.getByRole('link', { name: 'https://example.org/' })).toHaveAttribute(
      'href',
      'https://example.org/',
    )
    expect(complaints).toEqual([])
  },
)

const everything = [
  ...['<h2>Sample heading</h2>', '<h3>Sample part</h3>', '<h4>Sample detail</h4>'],
  '<p><strong>Bold</strong> <em>italic</em> <u>underlined</u> <s>struck</s></p>',
  '<ol start="4"><li><p>Fourth</p></li></ol><ul><li><p>Item</p></li></ul>',
  '<blockquote><p>Quoted</p></blockquote><hr />',
  ...['https://example.org/', 'mailto:sample@example.org', 'tel:+254700000000'].map(
    (href) => `<p><a href="${href}" rel="nofollow ugc noopener">Link</a></p>`,
  ),
].join('')

test('a text that is opened in the editor and saved keeps everything', async ({ page, complaints }) => {
  await register(page)
  const { id } = await post(page, { title: 'Sample text', category: 'Culture', content: everything })
  await page.goto(`/dashboard/articles/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const body = page.getByRole('textbox', { name: 'Content' })
  await expect(body).toContainText('Fourth')
  await body.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved.')).toBeVisible()
  const { content } = await ask<{ content: string }>(page, `/api/articles/${id}`)
  expect(content).toBe(everything.replace(/Link(?=<\/a><\/p>$)/, 'Link.'))
  expect(complaints).toEqual([])
})

/** Pastes HTML and plain text into the editor, as if copied from another program. */
function paste(body: Locator, html: string, plain = 'Sample'): Promise<void> {
  return body.evaluate(
    (element, data) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', data.html)
      clipboardData.setData('text/plain', data.plain)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { html, plain },
  )
}

long(
  'pasted tables become lines, pictures are uploaded or refused with a message, and “Kapsowar.So” is no link',
  async ({ page, complaints }) => {
    await register(page, { at: '/contribute/articles' })
    const body = page.getByRole('textbox', { name: 'Content' })
    await body.click()
    await page.keyboard.type('We met in Kapsowar.So we came. See www.example.org now ')
    await expect(body.locator('a')).toHaveText(['www.example.org'])
    await paste(body, '<table><tr><td>10:00</td><td>Sample</td></tr><tr><td>11:00</td><td>Other</td></tr></table>')
    await expect(body).toContainText('10:00 · Sample')
    await expect(body.getByText('11:00 · Other', { exact: true })).toBeVisible()
    await paste(body, '<table><tr><td>12:00<br>Third</td><td><p>Fourth</p><p>fifth</p></td></tr></table>')
    await expect(body).toContainText('12:00 Third · Fourth fifth')
    await body.press('Control+End')
    await page.keyboard.type('![Sample](https://elsewhere.test/typed.png) ')
    await expect(body.locator('img')).toHaveCount(0)
    await paste(body, '<p>Before</p><h1>Sample title</h1><h6>Sample detail</h6><p>After</p>')
    await expect(body.getByRole('heading', { name: 'Sample title', level: 2 })).toBeVisible()
    await expect(body.getByRole('heading', { name: 'Sample detail', level: 4 })).toBeVisible()
    await paste(body, `<p>With a picture</p><img src="data:image/png;base64,${pixel.toString('base64')}">`)
    await expect(body.locator('img')).toHaveAttribute('src', /^\/files\//)
    await paste(body, '<p>From elsewhere</p><img src="https://elsewhere.test/picture.png">')
    await expect(page.getByText('Some pasted pictures couldn’t be copied.')).toBeVisible()
    await expect(body).toContainText('From elsewhere')
    await expect(body.locator('img')).toHaveCount(1)
    expect(complaints).toEqual([])
  },
)

long(
  'in the dashboard, an article shows its author, similar entries, the ones before and after, and ways to share it',
  async ({ page, complaints, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await register(page, { name: 'Sample Writer' })
    const article = (number: number) => ({ title: `Sample layout ${number}`, tags: ['a topic of the layout'] })
    const posted = [await post(page, article(1)), await post(page, article(2)), await post(page, article(3))]
    const second = `/articles/${posted[1]?.id}`
    await page.goto(`/dashboard${second}`)
    await expect(page.getByRole('region', { name: 'Written by' }).getByRole('link')).toHaveText('See all 3 entries')
    await expect(page.getByRole('region', { name: 'More like this' }).getByRole('link').first()).toBeVisible()
    const share = page.getByRole('region', { name: 'Share' })
    const message = encodeURIComponent(`Sample layout 2\n${new URL(page.url()).origin}${second}`)
    await expect(share.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', new RegExp(`text=${message}$`))
    await share.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`${second}$`))

    // The links to other entries stay in the dashboard, and what was typed stays with its entry.
    await page.getByLabel('Your comment').fill('Sample comment that is not sent')
    await page
      .getByRole('navigation', { name: 'Previous and next entry' })
      .getByRole('link', { name: 'Sample layout 3' })
      .click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/articles/${posted[2]?.id}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Sample layout 3' })).toBeVisible()
    await expect(page.getByLabel('Your comment')).toHaveValue('')
    await page
      .getByRole('navigation', { name: 'Previous and next entry' })
      .getByRole('link', { name: 'Sample layout 2' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sample layout 2' })).toBeVisible()
    expect(complaints).toEqual([])
  },
)
