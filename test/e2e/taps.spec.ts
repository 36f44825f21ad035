import { devices, type Locator } from '@playwright/test'
import { announce, beep, expect, pixel, post, register, share, test } from './site.ts'

const maxTaps = 25

test('a first day on a phone takes at most 25 taps: listen, sign up, record a word, post a photo, comment, register', async ({
  page,
  browser,
}) => {
  await register(page, { name: 'Sample Author' })
  const sound = { name: 'beep.wav', type: 'audio/wav', bytes: beep() }
  await share(page, sound, { title: 'Sample tapped recording', visibility: 'public' })
  await announce(page, { title: 'Sample tapped event' })
  await post(page, { title: 'Sample tapped article', visibility: 'public' })

  const context = await browser.newContext({
    ...devices['Pixel 5'],
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  })
  const phone = await context.newPage()
  const taps: string[] = []
  const tap = async (target: Locator, name: string) => {
    await target.tap()
    taps.push(name)
  }
  const type = async (label: string, words: string) => {
    const field = phone.getByRole('main').getByLabel(label, { exact: true })
    await tap(field, label)
    await phone.keyboard.type(words)
  }
  const bar = phone.getByRole('navigation', { name: 'Main menu, bottom bar' })

  // Play a recording.
  await phone.goto('/')
  await tap(phone.getByRole('button', { name: /^Play.*Sample tapped recording/ }).first(), 'Play')
  await expect(phone.getByRole('button', { name: /^Pause/ }).first()).toBeVisible()

  // Sign up.
  await tap(bar.getByRole('link', { name: 'Log in' }), 'Log in')
  await tap(phone.getByRole('main').getByRole('link', { name: 'Sign up' }), 'Sign up')
  await type('Full name', 'Sample Newcomer')
  await type('Email', `taps-${process.pid}@site.test`)
  await type('Password', 'sample password')
  await type('Confirm password', 'sample password')
  await tap(phone.getByRole('main').getByRole('button', { name: 'Sign up' }), 'Sign up')
  await phone.waitForURL('**/dashboard')

  // Record a word.
  await tap(phone.getByRole('link', { name: 'Record it' }), 'Record it')
  await tap(phone.getByRole('button', { name: 'Record', exact: true }), 'Record')
  await expect(phone.getByRole('timer')).toHaveText('0:01')
  await tap(phone.getByRole('button', { name: 'Stop', exact: true }), 'Stop')
  await tap(phone.getByRole('button', { name: 'Add recording' }), 'Add recording')
  await phone.waitForURL(/\/language\/vocabulary\/[0-9a-f-]{36}$/)

  // Post a photo.
  await tap(bar.getByRole('link', { name: 'Add' }), 'Add')
  await tap(phone.getByRole('link', { name: 'A picture' }).first(), 'A picture')
  const choosing = phone.waitForEvent('filechooser')
  await tap(phone.getByRole('main').locator('label.btn').first(), 'Choose file')
  await (await choosing).setFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
  await type('Title', 'Sample photo of the first day')
  await tap(phone.getByRole('button', { name: /^(Post|Publish|Share)/ }), 'Post')
  await expect(phone.getByRole('heading', { name: 'Sample photo of the first day' }).first()).toBeVisible()

  // Comment.
  await tap(bar.getByRole('link', { name: 'Home' }), 'Home')
  await tap(phone.getByRole('link', { name: 'Sample tapped article' }).first(), 'Article')
  await tap(phone.getByLabel('Your comment'), 'Your comment')
  await phone.keyboard.type('Sample comment of the first day')
  await tap(phone.getByRole('button', { name: 'Post comment' }), 'Post comment')
  await expect(phone.locator('[id^=comment-]')).toContainText('Sample comment of the first day')

  // Register for an event.
  await tap(bar.getByRole('link', { name: 'Home' }), 'Home')
  await tap(phone.getByRole('link', { name: /^Register.*Sample tapped event/ }).first(), 'Register')
  const form = phone.getByRole('dialog', { name: 'Register' })
  await tap(form.getByLabel('Phone Number'), 'Phone Number')
  await phone.keyboard.type('0700 000000')
  await tap(form.getByRole('button', { name: 'Register' }), 'Register')
  await expect(phone.getByRole('dialog', { name: 'Registration Successful!' })).toBeVisible()
  console.log(`the first day takes ${taps.length} taps: ${taps.join(', ')}`)
  expect(taps.length).toBeLessThanOrEqual(maxTaps)
})
