import type { Page } from '@playwright/test'
import { inspectAll, open } from './inspect.ts'
import { long } from './long.ts'
import { record } from './recording.ts'
import { beep, expect, logIn, ofSite, register, send, signOut, test } from './site.ts'

const uploadEnded = (page: Page, field: string) =>
  expect(page.getByRole('group', { name: field }).getByRole('progressbar')).toHaveCount(0)

test('a member finds words in both languages, adds one with voice and picture, and sees words with the same meaning together', async ({
  page,
  complaints,
}) => {
  await register(page, { name: 'Sample Speaker' })
  await page.getByRole('link', { name: 'Linguistics' }).click()
  await expect(page).toHaveURL(/\/dashboard\/linguistics$/)
  await page.getByRole('searchbox', { name: 'Look up a word' }).fill('tongue')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'ŋaljap' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Look up a word' }).fill('ŋaljap')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=%C5%8Baljap/)
  await expect(page.getByText('tongue', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Look up a word' })).toHaveValue('tongue')

  await page.getByRole('button', { name: 'Add a word' }).click()
  const form = page.getByRole('dialog', { name: 'Add a word' })
  await form.getByLabel('Word in Marakwet').fill('samplewordlinguistics')
  await form.getByLabel('Translation').fill('tongue')
  await form.getByLabel('Meaning').fill('Sample meaning.')
  await form.getByLabel('Example sentence in Marakwet').fill('Sample sentence one')
  await form.getByLabel('The same sentence in English').fill('Sample sentence two')
  await record(page, 'Pronunciation')
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const file = { name: 'sample.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
  await form.getByRole('group', { name: 'Picture' }).locator('input[type=file]').setInputFiles(file)
  await uploadEnded(page, 'Pronunciation')
  await uploadEnded(page, 'Picture')
  await form.getByRole('button', { name: 'Add word' }).click()
  await expect(page.getByText('Word added.')).toBeVisible()
  await expect(page).toHaveURL(/q=samplewordlinguistics/)
  const card = page.getByRole('article').filter({ hasText: 'samplewordlinguistics' })
  await expect(card.getByRole('button', { name: /^Play, \d+ KB/ })).toBeVisible()
  await expect(card.getByText('Said by Sample Speaker')).toBeVisible()
  for (const text of ['Sample meaning.', 'Sample sentence one', 'Sample sentence two', 'Not yet confirmed by a keeper'])
    await expect(card.getByText(text)).toBeVisible()

  await page.goto('/dashboard/linguistics?q=tongue')
  const group = page.getByRole('listitem').filter({ hasText: 'None of these is more correct than the others.' })
  for (const name of ['ŋaljap', 'samplewordlinguistics'])
    await expect(group.getByRole('heading', { name })).toBeVisible()
  expect(complaints).toEqual([])
})

long('a member is the first to record a word, and deletes the recording', async ({ page, complaints }) => {
  await register(page, { name: 'Sample First Voice', at: '/language/vocabulary?q=kutu%C5%8B' })
  await page.getByRole('link', { name: 'Record this word: kutuŋ' }).click()
  await expect(page.getByRole('heading', { name: 'Record this word' })).toBeVisible()
  await expect(page.getByText('No recordings of this word yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add recording' }).click()
  await expect(page.getByText('Record the word first, or choose a file.')).toBeVisible()
  await record(page, 'Pronunciation')
  await uploadEnded(page, 'Pronunciation')
  await page.getByRole('button', { name: 'Add recording' }).click()
  await expect(page).toHaveURL(/\/language\/vocabulary\/[\w-]+$/)
  await expect(page.getByText('Asante. You are the first voice of this word.')).toBeVisible()
  await expect(page.getByText('Said by Sample First Voice', { exact: true })).toBeVisible()
  await expect(page.getByText('From published research, not yet confirmed by a speaker').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Play, \d+ KB/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible()
  const address = page.url()

  await page.goto('/dashboard/linguistics?q=kutu%C5%8B')
  await page.getByRole('button', { name: 'Record it too' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record this word' })
  await dialog.getByRole('button', { name: 'Delete recording' }).click()
  await expect(dialog.getByText('No recordings of this word yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Record this word.*kutuŋ/ })).toBeVisible()
  await page.goto(address)
  await expect(page.getByText('Be the first voice.')).toBeVisible()

  await page.goto('/dashboard')
  await signOut(page)
  await page.goto(address)
  await page.getByRole('link', { name: 'Record how you say it' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fcontribute%2Flinguistics%2F/)
  expect(complaints).toEqual([])
})

test('a recording is thanked for once, with its sound, WhatsApp and the next word, and nobody else sees the thanks', async ({
  page,
  browser,
  complaints,
}) => {
  await register(page, { name: 'Sample Giver' })
  const word = await send(page, '/api/vocabulary', { form: 'samplegift', english: 'sample gift' })
  await page.goto(`/contribute/linguistics/${word.id}`)
  const field = page.getByRole('group', { name: 'Pronunciation' })
  await field
    .locator('input[type=file]')
    .setInputFiles({ name: 'beep.wav', mimeType: 'audio/wav', buffer: Buffer.from(beep()) })
  await page.getByRole('button', { name: 'Add recording' }).click()
  const address = `/language/vocabulary/${word.id}`
  await page.waitForURL(`**${address}`)
  const thanks = page.locator('[data-thanks]')
  await expect(thanks.getByRole('status')).toHaveText('Asante. You are the first voice of this word.')
  await expect(page.getByText('Asante. You are the first voice of this word.')).toHaveCount(1)
  await thanks.getByRole('button', { name: /^Play, \d+ KB/ }).click()
  await expect(thanks.getByRole('button', { name: /^Pause/ })).toBeVisible()
  const whatsapp = await thanks.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(whatsapp ?? '')).toContain(`samplegift: sample gift\n`)
  expect(whatsapp).toContain(encodeURIComponent(address))
  const next = await thanks.getByRole('link', { name: 'Next word' }).getAttribute('href')
  expect(next).toMatch(/^\/contribute\/linguistics\/[\w-]{36}$/)
  expect(next).not.toContain(word.id)
  await inspectAll(page, 'thanks')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'samplegift' })).toBeVisible()
  await expect(thanks).toBeHidden()
  const guest = await browser.newContext()
  const reading = await guest.newPage()
  await reading.goto(address)
  await expect(reading.getByText('Said by Sample Giver', { exact: true })).toBeVisible()
  await expect(reading.locator('[data-thanks]')).toHaveCount(0)
  await guest.close()
  expect(complaints).toEqual([])
})

long('a recording survives a lost network', async ({ page }) => {
  await register(page, { at: '/dashboard/linguistics?q=karin' })
  await page.getByRole('button', { name: /Record this word.*karin/ }).click()
  await page.route('**/api/uploads', (route) => route.abort())
  await record(page, 'Pronunciation')
  const field = page.getByRole('group', { name: 'Pronunciation' })
  await expect(field.getByText('Couldn’t reach the server.')).toBeVisible()
  await expect(field.getByRole('button', { name: /^Play/ })).toBeVisible()
  await page.unroute('**/api/uploads')
  await field.getByRole('button', { name: 'Retry' }).click()
  await expect(field.getByText('Couldn’t reach the server.')).toHaveCount(0)
  await uploadEnded(page, 'Pronunciation')
  await page.getByRole('button', { name: 'Add recording' }).click()
  await expect(page.getByText('Asante. You are the first voice of this word.')).toBeVisible()
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: 'karin' })
      .getByRole('button', { name: /^Play, / }),
  ).toBeVisible()
})

test('search, recording and sending work by keyboard alone, at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await register(page, { at: '/dashboard/linguistics' })
  await page.getByRole('searchbox', { name: 'Look up a word' }).focus()
  await page.keyboard.type('tree')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'ket', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Record this word.*ket$/ }).focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('group', { name: 'Pronunciation' })
  await field.getByRole('button', { name: 'Record' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeFocused()
  await expect(page.getByRole('timer')).toHaveText('0:01')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await uploadEnded(page, 'Pronunciation')
  await page.getByRole('button', { name: 'Add recording' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Asante. You are the first voice of this word.')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

long('more words load on the same page, without duplicates', async ({ page }) => {
  await register(page, { at: '/dashboard/linguistics' })
  const words = page.getByRole('article')
  await expect(words).toHaveCount(10)
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(words).toHaveCount(20)
  const links = await words.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(new Set(links).size).toBe(20)
})

long('a search without matches says so, and a failed search can be retried', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/)
  await register(page, { at: '/dashboard/linguistics?q=nothing-matches-this' })
  await expect(page.getByText('No word matches “nothing-matches-this”')).toBeVisible()
  await page.route('**/api/vocabulary?*', (route) => route.fulfill(ofSite(500, { error: 'Broken.', code: 'internal' })))
  await page.reload()
  await expect(page.getByText('Couldn’t load the words. Check your connection and try again.')).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/api/vocabulary?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No word matches “nothing-matches-this”')).toBeVisible()
})

long('pages with a recorded word have no axe violation on phones and desktops', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await logIn(page, undefined, '/contribute/linguistics')
  await page.getByLabel('Word in Marakwet').fill('samplevoicewithaverylongwordwithoutabreak')
  await page.getByLabel('Translation').fill('sample gloss')
  await record(page, 'Pronunciation')
  await uploadEnded(page, 'Pronunciation')
  await page.getByRole('button', { name: 'Add word' }).click()
  await page.waitForURL('**/language/vocabulary/*')
  const id = page.url().split('/').at(-1)
  for (const path of [
    `/language/vocabulary/${id}`,
    '/language/vocabulary?q=samplevoicewith',
    '/dashboard/linguistics?q=samplevoicewith',
    `/contribute/linguistics/${id}`,
  ]) {
    await open(page, path)
    await inspectAll(page, path)
  }
})
