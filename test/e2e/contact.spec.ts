import { expect, logIn, test } from './site.ts'

test('a visitor without JavaScript writes to the keepers, and a keeper marks the message as answered', async ({
  page,
  browser,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto('/contact')
  await plain.getByRole('textbox', { name: 'Message' }).fill('Sample message')
  await plain.getByLabel('Email').fill('sender@site.test')
  await plain.getByLabel('Your name').fill('https://site.test')
  await plain.getByRole('button', { name: 'Send message' }).click()
  await expect(plain.getByText('Enter a name without a web address, < or >.')).toBeVisible()
  await expect(plain.getByRole('textbox', { name: 'Message' })).toHaveValue('Sample message')
  await plain.getByLabel('Your name').fill('Sample Sender')
  await plain.getByRole('button', { name: 'Send message' }).click()
  await expect(plain).toHaveURL(/\/contact\?sent/)
  await expect(plain.getByText('Message sent. Thank you.')).toBeVisible()

  await logIn(page, undefined, '/dashboard/keepers/messages?status=open')
  await expect(page.getByText('Sample message')).toBeVisible()
  await page.getByRole('button', { name: /Mark as answered.*Sample Sender/ }).click()
  await expect(page.getByText('All done. No messages to answer.')).toBeVisible()
})

test('above the limit for its address, a browser computes a proof of work and sends the message', async ({ page }) => {
  for (let i = 0; i < 8; i++) await page.request.post('/api/messages', { data: { message: `Sample crowd ${i}` } })
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Message' }).fill('Sample message of a crowd')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page).toHaveURL(/\/contact\?sent/)
})
