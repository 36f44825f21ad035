import { expect, registerByForm, test } from './site.ts'

test('a sign-up above the limit of an address solves a proof of work by itself', async ({ page }) => {
  // With the members of other tests these are 20 or more; refused ones count, too.
  for (let i = 0; i < 20; i++) {
    const data = { name: 'Sample Person', email: `crowd-${Date.now()}-${i}@site.test`, password: 'sample password' }
    await page.request.post('/api/auth/register', { data })
  }
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/register')) answers.push(response.status())
  })
  // Slows it to the second or two of a slow phone.
  await page.route('**/assets/worker-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  const registered = registerByForm(page, 'Sample Member')
  await expect(page.getByRole('status').filter({ hasText: 'Checking that you’re not a robot…' })).toBeVisible()
  await registered
  expect(answers).toEqual([429, 201])
})
