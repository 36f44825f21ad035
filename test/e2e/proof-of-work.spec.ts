import { expect, holdRequests, registerByForm, test } from './site.ts'

test('a sign-up above the limit for its address solves a proof of work by itself', async ({ page }) => {
  // These are 20 sign-ups, besides those of other tests; refused ones count, too.
  for (let i = 0; i < 20; i++) {
    const data = { name: 'Sample Person', email: `crowd-${Date.now()}-${i}@site.test`, password: 'sample password' }
    await page.request.post('/api/auth/register', { data })
  }
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/auth/register')) answers.push(response.status())
  })
  // On a slow phone, the computation takes a second or two.
  const release = await holdRequests(page, '**/assets/worker-*.js')
  const signUp = registerByForm(page, 'Sample Member')
  await expect(page.getByRole('status').filter({ hasText: 'Checking that you’re not a robot…' })).toBeVisible()
  release()
  await signUp
  expect(answers).toEqual([429, 201])
})
