import type { Page } from '@playwright/test'
import { long } from './long.ts'
import { admin, announce, ask, expect, logIn, pixel, post, register, send, test } from './site.ts'

/** Opens the edit form of an entry in this tab, and returns the tab. */
async function editIn(page: Page, address: string): Promise<Page> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
  return page
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()
const conflictOf = (page: Page) => page.getByRole('region', { name: 'This was changed while you were editing' })

test.beforeEach(({ expectErrors }) => expectErrors(/status of 409/))

test('an article edited in two tabs: the second save shows both versions, and keeping mine loses nothing', async ({
  page,
  context,
}) => {
  await register(page)
  const { id } = await post(page, {
    title: 'Sample first title',
    category: 'Culture',
    content: '<p>Sample words of the text</p>',
  })
  const address = `/dashboard/articles/${id}`
  const second = await editIn(await context.newPage(), address)
  await editIn(page, address)

  await page.getByLabel('Title').fill('Sample title of tab one')
  await page.getByLabel('Tags').fill('tag of tab one')
  await save(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample title of tab one')

  await second.getByLabel('Title').fill('Sample title of tab two')
  await second.getByRole('textbox', { name: 'Content' }).click()
  await second.keyboard.press('Control+End')
  await second.keyboard.type(' and more of tab two')
  await save(second)
  const conflict = conflictOf(second)
  await expect(conflict.getByRole('heading', { level: 2 })).toBeFocused()
  const title = conflict.getByRole('group', { name: /^Title/ })
  await expect(title).toContainText('Changed by both')
  await expect(title).toContainText('Sample title of tab one')
  await expect(title).toContainText('Sample title of tab two')
  await expect(conflict.getByRole('group', { name: 'Content' }).getByLabel('Yours')).toBeChecked()
  await expect(conflict.getByRole('group', { name: 'Tags' }).getByLabel('On the site')).toBeChecked()
  // Nothing is overwritten before the person has chosen.
  const readStored = async () =>
    second.evaluate(
      async (url) =>
        (await fetch(url, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })).json(),
      `/api/articles/${id}`,
    )
  expect((await readStored()).title).toBe('Sample title of tab one')
  await conflict.getByRole('button', { name: 'Save this version' }).click()
  await expect(conflict.getByRole('alert')).toContainText('Choose a version for 1 more field.')
  expect((await readStored()).title).toBe('Sample title of tab one')

  // Going back keeps everything that was typed, and saving compares with the site again.
  await conflict.getByRole('button', { name: 'Go back to editing' }).click()
  await expect(second.getByLabel('Title')).toHaveValue('Sample title of tab two')
  await expect(second.getByRole('textbox', { name: 'Content' })).toContainText('and more of tab two')
  await save(second)
  await conflict
    .getByRole('group', { name: /^Title/ })
    .getByLabel('Yours')
    .check()
  await conflict.getByRole('button', { name: 'Save this version' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Sample title of tab two')
  await expect(conflict).toHaveCount(0)
  const merged = await readStored()
  expect([merged.title, merged.tags]).toEqual(['Sample title of tab two', ['tag of tab one']])
  expect(merged.content).toContain('Sample words of the text and more of tab two')
})

test('a comment edited in two tabs: the second save shows the saved text and keeps what was typed', async ({
  page,
  context,
}) => {
  await register(page)
  const { id } = await post(page, { title: 'Sample title', category: 'Culture', content: '<p>Sample text</p>' })
  const address = `/dashboard/articles/${id}`
  await page.goto(address)
  await page.getByLabel('Your comment').fill('Sample comment')
  await page.getByRole('button', { name: 'Post comment' }).click()
  const commentIn = (tab: Page) => tab.locator('[id^=comment-]').filter({ hasText: 'Sample Member' })
  const field = (tab: Page) => tab.getByLabel('Edit your comment')
  const edit = async (tab: Page) => {
    await commentIn(tab).getByRole('button', { name: 'Edit' }).click()
    return expect(field(tab)).toBeVisible()
  }
  const second = await context.newPage()
  await second.goto(address)
  await edit(second)
  await edit(page)
  await field(page).fill('Sample comment of tab one')
  await save(page)
  await expect(commentIn(page)).toContainText('Sample comment of tab one')

  await field(second).fill('Sample comment of tab two')
  await save(second)
  const note = second.getByRole('status').filter({ hasText: 'This was changed while you were editing' })
  await expect(note).toContainText('Sample comment of tab one')
  await expect(field(second)).toHaveValue('Sample comment of tab two')
  await expect(second.getByRole('button', { name: 'Keep the saved text' })).toBeVisible()
  await expect(second.getByRole('alert').filter({ hasText: 'Couldn’t save your changes' })).toHaveCount(0)
  // A reload keeps the typed text and the choice.
  await second.reload()
  await edit(second)
  await expect(note).toContainText('Sample comment of tab one')
  await expect(field(second)).toHaveValue('Sample comment of tab two')
  await second.getByRole('button', { name: 'Save my text instead' }).click()
  await expect(commentIn(second)).toContainText('Sample comment of tab two')
  await expect(field(second)).toHaveCount(0)
})

test('preferences saved on two devices: each keeps what only the other has changed', async ({ page }) => {
  await register(page, { at: '/settings?tab=preferences' })
  await expect(page.getByLabel('Time zone')).toHaveValue('Africa/Nairobi')
  await send(page, '/api/auth/preferences', { timezone: 'Europe/Paris', itemsPerPage: 48 }, 'PUT')
  await page.getByLabel('Email').uncheck()
  await save(page)
  await expect(page.getByText('Preferences saved.')).toBeVisible()
  const saved = await ask(page, '/api/auth/preferences')
  expect(saved).toMatchObject({ emailNotifications: false, timezone: 'Europe/Paris', itemsPerPage: 48 })
})

test('a suggestion that two keepers reply to: the second sees the first reply before replacing it', async ({
  page,
  browser,
  site,
}) => {
  await register(page, { name: 'Sample Giver' })
  const { id } = await send(page, '/api/suggestions', { section: 'stories', text: 'Sample suggestion' })
  const keeper = await (await browser.newContext({ baseURL: site.url })).newPage()
  await logIn(keeper, admin, '/keepers/suggestions')
  await keeper.getByRole('button', { name: 'Reply to Sample Giver' }).first().click()
  await keeper.getByLabel('Message to the sender').fill('Sample second reply')
  await send(keeper, `/api/suggestions/${id}`, { status: 'declined', note: 'Sample first reply' }, 'PATCH')
  await keeper.getByRole('button', { name: 'Save reply' }).click()
  const note = keeper.getByRole('status').filter({ hasText: 'Another keeper has replied' })
  await expect(note).toContainText('(Declined)')
  await expect(note).toContainText('Sample first reply')
  await expect(keeper.getByLabel('Message to the sender')).toHaveValue('Sample second reply')
  await keeper.getByRole('button', { name: 'Save reply' }).click()
  await expect(keeper.getByText('Reply saved.')).toBeVisible()
  await expect(keeper.getByRole('listitem').filter({ hasText: 'Sample second reply' })).toBeVisible()
})

long('an event edited in two tabs: the site’s version can be chosen instead', async ({ page, context }) => {
  await register(page)
  const { id } = await announce(page, { title: 'Sample event' })
  const address = `/dashboard/events/${id}`
  const second = await editIn(await context.newPage(), address)
  await editIn(page, address)
  await page.getByLabel('Title').fill('Sample event of tab one')
  await save(page)
  await expect(page.getByRole('heading', { name: 'Sample event of tab one' })).toBeVisible()

  await second.getByLabel('Title').fill('Sample event of tab two')
  await second.getByLabel('Venue').fill('Sample venue of tab two')
  await save(second)
  const conflict = conflictOf(second)
  await conflict
    .getByRole('group', { name: /^Title/ })
    .getByLabel('On the site')
    .check()
  await conflict.getByRole('button', { name: 'Save this version' }).click()
  await expect(second.getByRole('heading', { name: 'Sample event of tab one' })).toBeVisible()
  await expect(second.getByText('Sample venue of tab two')).toBeVisible()
})

long(
  'a media post edited in two tabs: my title can be combined with the description on the site',
  async ({ page, context }) => {
    await register(page)
    const media = {
      title: 'Sample picture',
      link: `data:image/png;base64,${pixel.toString('base64')}`,
      visibility: 'members',
    }
    const id = await page.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
      const answer = await fetch('/api/media', { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()).id as string
    }, media)
    const address = `/dashboard/media/${id}`
    const second = await editIn(await context.newPage(), address)
    await editIn(page, address)
    await page.getByLabel('Title').fill('Sample picture of tab one')
    await page.getByLabel('Description').fill('Sample description of tab one')
    await save(page)
    await expect(page.getByRole('heading', { name: 'Sample picture of tab one' })).toBeVisible()

    await second.getByLabel('Title').fill('Sample picture of tab two')
    await save(second)
    const conflict = conflictOf(second)
    await expect(conflict.getByRole('group', { name: /^Description/ })).toContainText('Sample description of tab one')
    await expect(conflict.getByRole('group', { name: /^File/ })).toHaveCount(0)
    await conflict
      .getByRole('group', { name: /^Title/ })
      .getByLabel('Yours')
      .check()
    await conflict.getByRole('button', { name: 'Save this version' }).click()
    await expect(second.getByRole('heading', { name: 'Sample picture of tab two' })).toBeVisible()
    await expect(second.getByText('Sample description of tab one')).toBeVisible()
  },
)
