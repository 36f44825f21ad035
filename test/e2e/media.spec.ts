import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { deep } from '../depth.ts'
import { ffmpegIsHere } from '../recordings.ts'
import { long } from './long.ts'
import {
  beep,
  expect,
  holdRequests,
  logIn,
  ofSite,
  pixel,
  post,
  register,
  scriptIsThere,
  share,
  signOut,
  test,
} from './site.ts'

const sound = { name: 'voice.wav', mimeType: 'audio/wav', buffer: beep(2) }
const picture = { name: 'pixel.png', type: 'image/png', bytes: pixel }

test('a recording is posted from the feed, found by kind and title, and loads nothing before Play', async ({
  page,
  complaints,
}) => {
  await register(page)
  await page.getByRole('button', { name: 'Video' }).click()
  const composer = page.getByRole('dialog')
  await expect(composer.getByRole('tab', { name: 'Media' })).toHaveAttribute('aria-selected', 'true')
  await composer.getByRole('button', { name: 'Publish' }).click()
  const failure = composer.getByText('Failed to upload media. Please check all fields and try again.')
  await expect(failure).toBeVisible()
  await composer.locator('input[type=file]').setInputFiles(sound)
  await expect(composer.getByRole('button', { name: 'Remove voice.wav' })).toBeVisible()
  await composer.getByLabel('Title').fill('Sample voice')
  await composer.getByLabel('Tags').fill('sample tag')
  await composer.getByLabel('Tags').press('Enter')

  // Typed text and uploads survive closing the dialog and reloading.
  await composer.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Photo' }).click()
  await expect(composer.getByLabel('Title')).toHaveValue('Sample voice')
  await expect(composer.getByText('voice.wav').first()).toBeVisible()
  await composer.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published.')).toBeVisible()
  const newest = page.getByRole('region', { name: 'What people shared' }).getByRole('article').first()
  await expect(newest).toContainText('Sample voice')

  await share(page, picture, { title: 'Picture shared beside a voice' })
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Media', exact: true }).click()
  const cards = page.getByRole('article')
  await expect(cards.filter({ hasText: 'Picture shared beside a voice' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Recordings' }).click()
  await expect(page).toHaveURL(/type=audio/)
  await expect(cards.filter({ hasText: 'Picture shared beside a voice' })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search media by title' }).fill('voice')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/q=voice/)
  await expect(cards).toHaveCount(1)
  const files: string[] = []
  page.on('request', (request) => request.url().includes('/files/') && files.push(request.url()))
  await page.reload()
  const play = cards.getByRole('button', { name: /^Play, \d+ KB ?: Sample voice$/ })
  await expect(play).toBeVisible()
  expect(files).toEqual([])
  await play.click()
  await expect.poll(() => files.length).toBeGreaterThan(0)
  await page.getByRole('searchbox', { name: 'Search media by title' }).fill('nothing at all')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No media found' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('+ Add opens a form for a picture alone, with the camera first; a draft with a recording gets the form for all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await register(page)
  await page.getByRole('link', { name: 'Add', exact: true }).filter({ visible: true }).click()
  await page.getByRole('link', { name: 'A picture', exact: true }).click()
  await expect(page).toHaveURL(/\/contribute\/media\?as=picture$/)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Share a picture')
  const [camera, chosen] = [page.getByLabel('Take a photo'), page.getByLabel('Choose a file')]
  await expect(camera).toHaveAttribute('capture', 'environment')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Share picture' }).click()
  await expect(chosen).toHaveAccessibleDescription(/Take or choose a picture\./)
  await chosen.setInputFiles(sound)
  await expect(page.getByText('“voice.wav” isn’t a picture.')).toBeVisible()
  await page.getByLabel('Title').fill('Sample from the camera')
  await camera.setInputFiles({ name: picture.name, mimeType: picture.type, buffer: picture.bytes })
  await expect(page.getByRole('button', { name: 'Remove pixel.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Share picture' }).click()
  await page.waitForURL(/\/dashboard\/media\/./)

  await page.goto('/contribute/media?as=recording')
  await scriptIsThere(page)
  await expect(heading).toHaveText('Share a recording')
  await expect(page.locator('.drop').getByRole('button', { name: 'Record', exact: true })).toBeVisible()
  await chosen.setInputFiles(sound)
  await expect(page.getByRole('button', { name: 'Remove voice.wav' })).toBeVisible()
  await page.getByLabel('Title').fill('Sample draft with a voice')
  await page.goto('/contribute/media?as=video')
  await expect(heading).toHaveText('Share a picture, video or recording')
  await expect(page.getByLabel('Title')).toHaveValue('Sample draft with a voice')
  await expect(page.getByRole('button', { name: 'Remove voice.wav' })).toBeVisible()
})

long('long descriptions unfold, and Load More loads more', async ({ page, complaints }) => {
  await register(page)
  const long = `${'Sample words of a description. '.repeat(5)}The end.`
  for (let i = 1; i <= 12; i++)
    await share(page, picture, { title: `Paged picture ${i}`, description: i === 12 ? long : '' })
  await page.goto('/dashboard/media?q=paged')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(10)
  await expect(cards.first()).not.toContainText('The end.')
  await cards
    .first()
    .getByRole('button', { name: /^View More/ })
    .click()
  await expect(cards.first()).toContainText('The end.')
  await cards
    .first()
    .getByRole('button', { name: /^Show Less/ })
    .click()
  await expect(cards.first()).not.toContainText('The end.')
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('an interrupted upload can be retried and arrives complete', async ({ browser, site }) => {
  const { origin, cutAt, mend, close } = await cuttingProxy(site.url)
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  await register(page, { at: '/contribute/media' })
  const buffer = beep(60) // 960 KB: a larger file is sent in pieces
  await page.locator('input[type=file]').setInputFiles({ ...sound, buffer })
  await expect(page.getByText('Couldn’t reach the server.', { exact: false })).toBeVisible()
  expect(cutAt()).toBeGreaterThanOrEqual(buffer.length / 2)
  expect(cutAt()).toBeLessThan(buffer.length)
  mend()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Couldn’t reach the server.', { exact: false })).toHaveCount(0)
  await expect(page.getByRole('progressbar', { name: 'Sending voice.wav' })).toHaveCount(0)
  await page.getByLabel('Title').fill('Sent twice')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { name: 'Sent twice' })).toBeVisible()
  const original = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const { items } = await (await fetch('/api/media?q=twice', { headers })).json()
    return [...new Uint8Array(await (await fetch(items[0].link, { headers })).arrayBuffer()).subarray(-8)].concat(
      items[0].size,
    )
  })
  expect(original).toEqual([...buffer.subarray(-8), buffer.length])
  await page.close()
  close()
})

/** Starts a proxy that breaks the connection of every PUT after half of its bytes, until `mend` is called. */
async function cuttingProxy(target: string) {
  let cutAt = 0
  let broken = true
  const proxy = createServer((incoming, answer) => {
    const { method, headers, url } = incoming
    const onward = request(`${target}${url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
    if (method !== 'PUT' || !broken) return
    let passed = 0
    incoming.on('data', (chunk: Buffer) => {
      passed += chunk.length
      if (passed < Number(headers['content-length']) / 2) return
      cutAt = passed
      incoming.socket.destroy()
      onward.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as { port: number }
  const close = () => {
    proxy.closeAllConnections()
    proxy.close()
  }
  const mend = () => {
    broken = false
  }
  return { origin: `http://127.0.0.1:${port}`, cutAt: () => cutAt, mend, close }
}

long('a cancelled upload leaves the form unchanged', async ({ page, context }) => {
  await register(page, { at: '/contribute/media' })
  await page.getByLabel('Title').fill('Kept title')
  const slow = await context.newCDPSession(page)
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 },
  })
  await page.locator('input[type=file]').setInputFiles({ ...sound, buffer: beep(60) })
  await page.getByRole('button', { name: 'Cancel upload of voice.wav' }).click()
  await expect(page.getByText('Choose a file')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Kept title')
})

test('Play says so if it can’t play, on the reading page and in the dashboard', async ({ page }) => {
  await register(page)
  const sound = { name: 'voice.wav', type: 'audio/wav', bytes: beep() }
  const { id } = await share(page, sound, { title: 'Unplayable sample', visibility: 'public' })
  await page.route('**/files/**', (route) => route.fulfill({ status: 404 }))
  for (const path of [`/media/${id}`, `/dashboard/media/${id}`]) {
    await page.goto(path)
    await page.getByRole('button', { name: /^Play.*Unplayable sample/ }).click()
    await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(/^Couldn’t play this recording/)
  }
})

long('a recording continues to play when its copy is ready', async ({ page }) => {
  await register(page)
  const { id } = await share(page, { name: 'voice.wav', type: 'audio/wav', bytes: beep(20) }, { title: 'Long sample' })
  let isReady = false
  await page.route(`**/api/media/${id}`, async (route) => {
    const response = await route.fetch()
    const media = await response.json()
    const copy = { kind: 'audio', format: 'webm', url: `${media.url}?copy`, size: 1, width: null, height: null }
    const answer = { variants: isReady ? [copy] : [], processing: { state: isReady ? 'done' : 'pending', percent: 0 } }
    await route.fulfill({ response, json: { ...media, ...answer } })
  })
  await page.goto(`/dashboard/media/${id}`)
  await page.getByRole('button', { name: /^Play.*Long sample/ }).click()
  const sound = () =>
    page.locator('audio').evaluate((audio: HTMLAudioElement) => ({ at: audio.currentTime, src: audio.src }))
  await expect.poll(async () => (await sound()).at).toBeGreaterThan(0.2)
  isReady = true
  // This is the copy's size.
  await expect(page.locator('.audio').getByText('1 KB')).toBeAttached()
  const { at } = await sound()
  expect(at).toBeGreaterThan(0.2)
  await expect.poll(async () => (await sound()).at).toBeGreaterThan(at)
  await page.getByRole('button', { name: /^Pause.*Long sample/ }).click()
  await expect.poll(async () => (await sound()).src).toContain('?copy')
})

test('small copies appear while the author waits, and others add transcripts under their own names', async ({
  page,
  complaints,
}) => {
  test.skip(!ffmpegIsHere, 'ffmpeg is not installed')
  test.setTimeout(120_000)
  const author = await register(page, { name: 'Sample Author' })
  const { id } = await share(
    page,
    { name: 'voice.wav', type: 'audio/wav', bytes: beep(3) },
    {
      title: 'Sample speech',
      visibility: 'public',
      transcript: 'Sample line one.\nSample line two.',
      speakers: ['One Speaker'],
    },
  )
  await page.goto(`/dashboard/media/${id}`)
  // One job at a time makes copies, and other tests' recordings may come first.
  await expect(page.getByText('0:03')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText('Making smaller copies', { exact: false })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Play, \d+ KB ?: Sample speech$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Download original/ })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Place').fill('Sample place')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Sample place')).toBeVisible()

  await signOut(page)
  await register(page, { name: 'Sample Writer', at: `/dashboard/media/${id}` })
  await expect(page.getByRole('heading', { name: 'Sample speech' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Download original/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a transcript or translation' }).click()
  await page.getByRole('button', { name: 'Add transcript' }).click()
  await expect(page.getByText('Enter a transcript or a translation.')).toBeVisible()
  await page.getByLabel('Transcript: what is said, word for word').fill('Sample words of another member.')
  await page.getByRole('button', { name: 'Add transcript' }).click()
  await expect(page.getByText('Added by Sample Writer')).toBeVisible()

  await signOut(page)
  await page.goto(`/media/${id}`)
  await expect(page.getByText('Sample line two.')).toBeVisible()
  await expect(page.getByText('Added by Sample Writer')).toBeVisible()
  await expect(page.locator('script[src*="entry.client"]')).toHaveCount(0)
  await page.getByRole('button', { name: /^Play, \d+ KB ?: Sample speech$/ }).click()
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible()

  await logIn(page, author, `/dashboard/media/${id}`)
  await page.getByRole('button', { name: 'Delete transcript' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No transcripts by other members yet.')).toBeVisible()
  expect(complaints).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the page of a public recording can be read, and the recording played', async ({ page, browser }) => {
    const member = await browser.newPage({ javaScriptEnabled: true })
    await register(member)
    const { id } = await share(
      member,
      { name: 'voice.wav', type: 'audio/wav', bytes: beep() },
      { title: 'Sample for all', visibility: 'public', translation: 'Sample translation.' },
    )
    await page.goto(`/media/${id}`)
    await expect(page.getByRole('heading', { name: 'Sample for all' })).toBeVisible()
    await expect(page.getByText('Sample translation.')).toBeVisible()
    await expect(page.locator('audio[controls][preload=none]')).toBeVisible()
    expect((await page.goto('/media/00000000-0000-7000-8000-000000000000'))?.status()).toBe(404)
    expect((await page.goto('/media/nothing'))?.status()).toBe(404)
  })
})

long('if media can’t be loaded, an error is shown with Retry', async ({ page, expectErrors }) => {
  expectErrors(/status of 500/, /^Failed to fetch media 500/)
  let broken = true
  // The route is set first, because stored data would be shown instead of the error.
  await page.route('**/api/media?*', (route) =>
    broken ? route.fulfill(ofSite(500, { error: 'Sample error.', code: 'internal' })) : route.continue(),
  )
  await register(page)
  await post(page, { title: 'Sample article', category: 'History', content: 'Sample text' })
  for (const path of ['/dashboard/media']) {
    broken = true
    await page.goto(path)
    const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load' })
    await expect(failure).toBeVisible()
    broken = false
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(failure).toHaveCount(0)
  }
})

long(
  'people who choose a HEIC picture are warned immediately, and readers see that it can’t be shown',
  async ({ page, browser }) => {
    const head = '0000001c6674797068656963000000006d696631686569634d694865'
    const heic = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(3000)])
    await register(page, { at: '/contribute/media' })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'sample.heic', mimeType: 'image/heic', buffer: heic })
    await expect(page.getByText(/^Most phones can’t show this picture .* JPEG/)).toBeVisible()

    const coverImage = `data:image/heic;base64,${heic.toString('base64')}`
    const { id } = await post(page, { title: 'Sample closed picture', visibility: 'public', coverImage })
    const guest = await browser.newPage()
    await guest.goto(`/articles/${id}`)
    const picture = guest.locator('img[data-unseen]')
    const fallbackText = () => picture.evaluate((img) => getComputedStyle(img, '::after').content)
    await expect.poll(fallbackText).toBe('"This kind of picture can’t be shown here."')
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    expect(width / height).toBeCloseTo(16 / 9, 1)
  },
)

long(
  'a note about a HEIC picture in a list or a text stays beside it and covers nothing on a small phone',
  async ({ page }) => {
    const head = '0000001c6674797068656963000000006d696631686569634d694865'
    const buffer = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(3000)])
    await logIn(page)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const [path, input, other] of [
      ['/contribute/artifacts', '[role=group] input[type=file]', 'Describe the picture File 1'],
      ['/contribute/articles', '.rich-tools input[type=file]', 'Content'],
    ] as const) {
      await page.goto(path)
      await page.locator(input).first().setInputFiles({ name: 'sample.heic', mimeType: 'image/heic', buffer })
      await expect(page.getByRole('textbox', { name: other })).toBeVisible()
      const note = page.getByText(/^Most phones can’t show this picture .* JPEG/)
      await expect(note).toHaveCount(1)
      await note.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const covered = await note.evaluate((element) => {
        const own = element.getBoundingClientRect()
        const others = document.querySelectorAll(
          'main :is(button, input, textarea, label, [role=textbox]), .bottom-bar',
        )
        return [...others]
          .filter((one) => one.getClientRects().length > 0)
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            return left < own.right && right > own.left && top < own.bottom && bottom > own.top
          })
          .map((one) => one.outerHTML.slice(0, 80))
      })
      expect(covered).toEqual([])
    }
  },
)

long('drafts of media and other kinds are restored after a reload, without a React error', async ({ page }) => {
  await register(page, { at: '/contribute/media' })
  await page.getByLabel('Title').fill('Sample title of a draft')
  await page.getByLabel('Tags').fill('sample tag')
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('Sample title of a draft')
  await expect(page.getByText('sample tag', { exact: true })).toBeVisible()
  for (const kind of ['articles', 'events', 'linguistics', 'poems', 'proverbs']) {
    await page.goto(`/contribute/${kind}`)
    const field = page.getByRole('main').getByRole('textbox').first()
    await field.fill('Sample words')
    await page.reload()
    await expect(field).toHaveValue('Sample words')
  }
})

for (const width of deep ? [360, 1366] : [360])
  test(`at ${width} px, choosing a file moves no field below it, so that taps hit what they were meant for`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await register(page, { at: '/contribute/media' })
    const title = page.getByLabel('Title', { exact: true })
    const before = await title.boundingBox()
    const release = await holdRequests(page, '**/api/uploads')
    await page.locator('input[type=file]').setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
    await expect(page.getByRole('progressbar', { name: /pixel\.png/ })).toBeVisible()
    expect(await title.boundingBox()).toEqual(before)
    release()
    await expect(page.getByRole('progressbar', { name: /pixel\.png/ })).toHaveCount(0)
    expect(await title.boundingBox()).toEqual(before)
  })
