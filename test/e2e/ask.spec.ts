import { inspectAll } from './inspect.ts'
import { record } from './recording.ts'
import { expect, logIn, openElsewhere, piecesHere, register, scriptIsThere, test } from './site.ts'

test('a member asks someone without an account to say a word, and a keeper listens before others can', async ({
  page,
  browser,
  complaints,
}) => {
  await register(page, { name: 'Sample Grandchild', at: '/language/vocabulary' })
  const { items } = await page.request.get('/api/vocabulary?limit=1&q=karin').then((answer) => answer.json())
  const wordPage = `/language/vocabulary/${items[0].id}`
  await page.goto(wordPage)
  await page.getByRole('link', { name: 'Ask someone older' }).click()
  await page.getByRole('button', { name: 'Get a link' }).click()
  await expect(page.getByText('The link is ready.')).toBeVisible()
  await inspectAll(page, 'the link')
  const message = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  const path = /\/asked\?token=[\w-]+/.exec(decodeURIComponent(message ?? ''))?.[0] ?? ''

  const guest = await openElsewhere(browser)
  await guest.goto(path)
  await expect(guest.getByRole('heading', { name: items[0].form })).toBeVisible()
  await expect(guest.getByText('Sample Grandchild asks how you say this word.')).toBeVisible()
  await scriptIsThere(guest)
  await inspectAll(guest, 'the word asked for')
  // Nothing else asks for attention, until the microphone turns out not to work.
  await expect(guest.getByText('Choose a file')).toHaveCount(0)
  await expect(guest.locator('.bottom-bar, .foot')).toHaveCount(0)
  await guest.getByRole('button', { name: 'Record', exact: true }).click()
  await guest.getByRole('button', { name: /Cancel|Delete recording/ }).click()
  await expect(guest.getByText('Choose a file')).toBeVisible()
  await record(guest, 'The word')
  await expect.poll(async () => (await piecesHere(guest)).length).toBeGreaterThan(1)
  await guest.reload()
  await expect(guest.getByText('Your recording', { exact: true })).toBeVisible()
  await record(guest, 'Name and permission')
  await inspectAll(guest, 'two recordings')
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByText('Asante. We’ve received your recording.')).toBeVisible()
  await expect.poll(() => piecesHere(guest)).toEqual([])
  await guest.goto(wordPage)
  await expect(guest.getByText('No recordings of this word yet.', { exact: false })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Answered. A keeper will listen to it next.')).toBeVisible()

  const desk = await openElsewhere(browser)
  await logIn(desk)
  await desk.goto('/dashboard/keepers/voices')
  await expect(desk.getByRole('link', { name: items[0].form })).toBeVisible()
  await inspectAll(desk, 'the voices')
  await desk.getByLabel('The speaker’s name, as you hear it').fill('Sample Elder')
  await desk.getByRole('button', { name: 'Add recording' }).click()
  const none = desk.getByText('No voices are waiting.')
  await expect(none).toBeInViewport()
  await expect(desk.locator(':focus').filter({ has: none })).toBeVisible()

  await guest.goto(wordPage)
  await expect(guest.getByText('Said by Sample Elder', { exact: true })).toBeVisible()
  await guest.goto(path)
  await expect(guest.getByText('This link doesn’t work any more')).toBeVisible()
  await page.goto('/dashboard/notifications')
  await expect(page.getByText(/The voice that you asked for is heard now/)).toBeVisible()
  expect(complaints).toEqual([])
})

test('an answer without signal stays on the page, and is sent once there is signal', async ({ page, browser }) => {
  await register(page, { name: 'Sample Grandchild', at: '/language/vocabulary' })
  const { items } = await page.request.get('/api/vocabulary?limit=1&q=kutu').then((answer) => answer.json())
  await page.goto(`/contribute/linguistics/${items[0].id}/ask`)
  await page.getByRole('button', { name: 'Get a link' }).click()
  const message = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  const guest = await openElsewhere(browser)
  await guest.goto(/\/asked\?token=[\w-]+/.exec(decodeURIComponent(message ?? ''))?.[0] ?? '')
  await scriptIsThere(guest)
  await record(guest, 'The word')
  await guest.context().setOffline(true)
  await record(guest, 'Name and permission')
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByRole('button', { name: 'Cancel' }).or(guest.getByRole('alert'))).not.toHaveCount(0)
  await guest.context().setOffline(false)
  await expect(guest.getByText('Asante. We’ve received your recording.')).toBeVisible({ timeout: 15_000 })
})
