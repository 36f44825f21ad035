import { AxeBuilder } from '@axe-core/playwright'
import { devices } from '@playwright/test'
import { expect, holdBack, post, register, scriptIsThere, test } from './site.ts'

test('a member writes and speaks a comment, the author is notified and replies, and a guest reads both', async ({
  page,
  browser,
  complaints,
}) => {
  await register(page, { name: 'Author Person' })
  const { id } = await post(page, { title: 'Sample discussed title', visibility: 'public' })
  const member = await browser.newContext({ ...devices['Pixel 5'], serviceWorkers: 'block' })
  const phone = await member.newPage()
  await register(phone, { name: 'Member Person' })

  // A link leads from the form of the public page to the one for voice notes. Both continue the same draft.
  await phone.goto(`/articles/${id}`)
  await scriptIsThere(phone)
  await phone.getByLabel('Your comment').fill('Sample words, kept on the device')
  await phone.reload()
  await expect(phone.getByLabel('Your comment')).toHaveValue('Sample words, kept on the device')
  await phone.getByRole('link', { name: 'Record a voice note' }).click()
  await expect(phone).toHaveURL(`/dashboard/articles/${id}#comments`)
  await expect(phone.getByLabel('Your comment')).toHaveValue('Sample words, kept on the device')
  await phone.getByLabel('Your comment').fill('')
  await phone.getByLabel('Your comment').pressSequentially('Hello @author per')
  await phone.getByRole('option', { name: 'Author Person' }).click()
  await expect(phone.getByLabel('Your comment')).toHaveValue('Hello @Author Person ')
  await phone.getByRole('button', { name: 'Record a voice note' }).click()
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(phone.getByRole('timer')).toHaveText('0:01')
  await phone.getByRole('button', { name: 'Stop', exact: true }).click()
  await phone.getByRole('button', { name: 'Post comment' }).click()
  const comment = phone.locator('[id^=comment-]').filter({ hasText: 'Member Person' })
  await expect(comment).toContainText('Hello @Author Person')
  await expect(comment.getByRole('button', { name: /Play/ })).toBeVisible()
  await expect(phone.getByLabel('Your comment')).toHaveValue('')
  await comment.getByRole('button', { name: 'Edit' }).click()
  await phone.getByLabel('Edit your comment').fill('Hello @Author Person, sample edited')
  await phone.getByRole('button', { name: 'Save changes' }).click()
  await expect(comment).toContainText('sample edited')
  await expect(comment).toContainText('edited')

  // The author is notified, reads the comment and replies.
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('link', { name: 'Member Person mentioned you in a comment on “Sample discussed title”' }).click()
  await expect(page.locator('[id^=comment-]')).toContainText('sample edited')
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Your reply to Member Person').fill('Sample reply')
  await page.getByRole('button', { name: 'Post reply' }).click()
  await expect(page.getByRole('list', { name: 'Replies to Member Person' })).toContainText('Sample reply')
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()

  // A guest reads everything without JavaScript. Only names of people with a page are links, and the one to log in.
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const guest = await plain.newPage()
  await guest.goto(`/articles/${id}`)
  const comments = guest.getByRole('region', { name: 'Comments' })
  await expect(comments).toContainText('Hello @Author Person, sample edited')
  await expect(comments).toContainText('Sample reply')
  await expect(comments.locator('audio')).toHaveCount(1)
  await expect(comments.getByRole('link', { name: 'Author Person' })).toHaveCount(2)
  await expect(comments.locator('a:not([href^="/people/"])').filter({ visible: true })).toHaveText(['Write a comment'])

  // Without signal, a comment waits in the outbox and is sent once.
  await phone.goto(`/dashboard/articles/${id}`)
  await expect(phone.getByLabel('Your comment')).toBeVisible()
  await member.setOffline(true)
  await phone.getByLabel('Your comment').fill('Sample from far away')
  await phone.getByRole('button', { name: 'Post comment' }).click()
  await expect(phone.getByText('Waiting in your outbox until you have signal.')).toBeVisible()
  await expect(phone.getByLabel('Your comment')).toHaveValue('')
  await member.setOffline(false)
  await expect(phone.locator('[id^=comment-]').filter({ hasText: 'Sample from far away' })).toHaveCount(1)
  await expect(phone.getByText('Waiting in your outbox until you have signal.')).toHaveCount(0)

  // The author of the post deletes the comment.
  await page.goto(`/dashboard/articles/${id}`)
  const unwanted = page.locator('[id^=comment-]').filter({ hasText: 'Sample from far away' })
  await unwanted.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(unwanted).toHaveCount(0)
  expect(complaints).toEqual([])
  await member.close()
  await plain.close()
})

test('a member likes and comments on the public page, and loses nothing if an answer is lost', async ({
  page,
  browser,
  expectErrors,
}) => {
  expectErrors(/status of (400|502)/)
  const author = await browser.newPage()
  await register(author)
  const { id } = await post(author, { title: 'Sample public title', visibility: 'public' })
  await author.context().close()
  await page.setViewportSize({ width: 360, height: 740 })
  await register(page, { name: 'Member Person' })
  const arrive = await holdBack(page, 'forms')
  await page.goto(`/articles/${id}`)

  // A press before the script has loaded counts.
  await page.getByRole('button', { name: 'Like, 0' }).click()
  arrive()
  await expect(page.getByRole('button', { name: 'Unlike, 1' })).toBeFocused()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Unlike, 1' }).click()
  await expect(page.getByRole('button', { name: 'Like, 0' })).toBeFocused()

  const field = page.getByLabel('Your comment')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByText('Write something, or record a voice note.').first()).toBeVisible()
  await expect(field).toBeFocused()
  // The answer to the first attempt is lost on its way, so the second one must not post it twice.
  let lost = false
  await page.route('**/comments', async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    await route.fulfill({ status: 502, body: '' })
  })
  await field.fill('Sample <b>public</b> comment')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t reach the server.' })).toBeVisible()
  await expect(field).toHaveValue('Sample <b>public</b> comment')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Comment posted.' })).toBeFocused()
  await expect(page.locator('article [id^=comment-]:is(li)')).toHaveText(/Sample <b>public<\/b> comment$/)
  await expect(field).toHaveValue('')
  await page.reload()
  await expect(page.locator('article [id^=comment-]:is(li)')).toHaveCount(1)
  await expect(field).toHaveValue('')

  // If it is changed before the next attempt, it is another comment.
  lost = false
  await scriptIsThere(page)
  await field.fill('Sample second comment')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t reach the server.' })).toBeVisible()
  await field.fill('Sample third comment')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Comment posted.' })).toBeFocused()
  await expect(page.locator('article [id^=comment-]:is(li)')).toHaveCount(3)
  await expect(field).toHaveValue('')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})
