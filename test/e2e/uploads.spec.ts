import type { Page } from '@playwright/test'
import { deep } from '../depth.ts'
import { composerForms } from './every-form.ts'
import { long } from './long.ts'
import { ask, beep, expect, keyHere, logIn, ofSite, piecesHere, pixel, post, register, send, test } from './site.ts'

type Posted = { items: { title: string; type: string; size: number }[] }
const postsNamed = async (page: Page, title: string) =>
  (await ask<Posted>(page, `/api/media?q=${encodeURIComponent(title)}`)).items

async function record(page: Page) {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('timer')).toHaveText('0:02')
}

test('publishing stops a running recording and posts it', async ({ page, complaints }) => {
  await register(page, { at: '/contribute/media' })
  await keyHere(page)
  await page.getByLabel('Title').fill('Sample while recording')
  await record(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/dashboard\/media\/./)
  const [media, ...others] = await postsNamed(page, 'Sample while recording')
  expect(media).toMatchObject({ title: 'Sample while recording', type: 'AUDIO' })
  expect(media?.size).toBeGreaterThan(1000)
  expect(others).toEqual([])
  // The form is empty afterwards.
  await page.goto('/contribute/media')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('Your recording', { exact: true })).toHaveCount(0)
  expect(complaints).toEqual([])
})

for (const [name, leave] of [
  ['a reload', async (page: Page) => void (await page.reload())],
  [
    'another page and back',
    async (page: Page) => {
      await page
        .getByRole('navigation', { name: 'Dashboard' })
        .getByRole('link', { name: 'Events', exact: true })
        .click()
      await page.waitForURL('**/dashboard/events')
      await page.goBack()
    },
  ],
  [
    'a crash',
    async (page: Page) => {
      await page.goto('chrome://crash').catch(() => {})
    },
  ],
] as const)
  long(`a recording in progress survives ${name}`, async ({ context, page: first }) => {
    await register(first, { at: '/contribute/story' })
    await keyHere(first)
    await record(first)
    await leave(first)
    let page = first
    if (name === 'a crash') {
      page = await context.newPage()
      await page.goto('/contribute/story')
    }
    await expect(page.getByText('Your recording', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Send to the keepers' }).click()
    await expect(page.getByText('Sent to the keepers. Thank you.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
    await expect(page.getByText('Your recording', { exact: true })).toHaveCount(0)
  })

long(
  'a recording in a list of files survives a reload until it is posted, with and without signal',
  async ({ page }) => {
    await logIn(page, undefined, '/contribute/heritage')
    await keyHere(page)
    const files = page.getByRole('group', { name: 'Pictures, recordings and videos' })
    const caption = files.getByLabel('Caption File 1')
    const recordInList = async () => {
      await files.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(page.getByRole('timer')).toHaveText('0:02')
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
    }
    await page.route('**/uploads', (route) => route.abort())
    await page.getByLabel('Title').fill('Sample heritage with a recording')
    await recordInList()
    await caption.fill('Sample caption')
    await page.reload()
    await expect(caption).toHaveValue('Sample caption')
    await expect(files.locator('audio')).toHaveCount(1)
    await page.unroute('**/uploads')
    await page.getByRole('button', { name: 'Publish' }).click()
    type Heritage = { items: { id: string }[] }
    const entries = async () => (await ask<Heritage>(page, '/api/heritage?q=Sample%20heritage%20with')).items
    await expect.poll(async () => (await entries()).length).toBe(1)
    const [id] = (await entries()).map((entry) => entry.id)
    const storedFiles = async () => (await ask<{ media: { size: number }[] }>(page, `/api/heritage/${id}`)).media
    expect((await storedFiles())[0]?.size).toBeGreaterThan(1000)
    await page.goto('/contribute/heritage')
    await expect(files.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
    await expect(caption).toHaveCount(0)

    const edit = `/contribute/heritage?id=${id}`
    await page.goto(edit)
    const uploaded = page.waitForResponse((answer) => answer.url().includes('/uploads/') && answer.ok())
    await recordInList()
    await uploaded
    await expect(files.locator('audio')).toHaveCount(2)
    await page.reload()
    await expect(files.locator('audio')).toHaveCount(2)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/\/heritage\/[0-9a-f-]{36}$/)
    expect(await storedFiles()).toHaveLength(2)
  },
)

long(
  'a file picked in the forms for stories and permissions survives a reload, before and after its upload',
  async ({ page }) => {
    await logIn(page)
    const { id } = await post(page, { title: 'Sample with permissions', category: 'Culture', content: '<p>Sample</p>' })
    const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep() }
    const remove = page.getByRole('button', { name: 'Remove sample.wav' })
    const open = async (path: string) => {
      await page.goto(path)
      await keyHere(page)
      if (path !== '/contribute/story') await page.getByRole('button', { name: 'Add permission' }).click()
    }
    let uploads = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/uploads')) uploads++
    })
    for (const path of ['/contribute/story', `/dashboard/consents/${id}`]) {
      await open(path)
      await page.route('**/uploads', () => {})
      await page.locator('main input[type=file]').setInputFiles(sound)
      await expect(page.getByRole('button', { name: 'Cancel upload of sample.wav' })).toBeVisible()
      await filesHere(page, 1)
      await page.unroute('**/uploads')
      await open(path)
      await expect(remove).toBeVisible()
      uploads = 0
      await open(path)
      await expect(remove).toBeVisible()
      await expect(page.locator('main audio')).toHaveCount(1)
      expect(uploads).toBe(0)
      if (path === '/contribute/story') await page.getByRole('button', { name: 'Send to the keepers' }).click()
      else await remove.click()
      await filesHere(page, 0)
    }
  },
)

/** Makes pages wait, when they decrypt what the device has stored, until `release` is called in them. */
function slowDevice() {
  const { decrypt } = SubtleCrypto.prototype
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(window, { release: resolve })
  SubtleCrypto.prototype.decrypt = async function (...input) {
    await promise
    return decrypt.apply(this, input)
  }
}

long('a poem that is posted before the device has read its recording is posted with it, and once', async ({ page }) => {
  await register(page, { at: '/contribute/poems' })
  await keyHere(page)
  await record(page)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByLabel('Title').fill('Sample poem in a hurry')
  await page.getByLabel('Poem', { exact: true }).fill('Sample line')
  await filesHere(page, 1)
  await page.addInitScript(slowDevice)
  await page.reload()
  // Before the text is there, pressing the button posts nothing.
  await expect(page.getByLabel('Title')).toHaveValue('Sample poem in a hurry')
  await page.getByRole('button', { name: 'Add poem', exact: true }).click()
  await page.evaluate(() => (window as unknown as { release: () => void }).release())
  await page.waitForURL(/\/language\/poems\/./)
  const { items } = await ask<{ items: { recording: { size: number } | null }[] }>(page, '/api/poems?q=hurry')
  expect(items.map(({ recording }) => (recording?.size ?? 0) > 1000)).toEqual([true])
  await filesHere(page, 0)
})

/** Waits until the device has stored this many files of forms. The first piece of a file is stored last. */
const filesHere = (page: Page, count: number) =>
  expect.poll(async () => (await piecesHere(page)).filter(([, at]) => at === 0).length).toBe(count)

/** Returns functions for the list of files of the heritage form. */
function filesOf(page: Page) {
  const files = page.getByRole('group', { name: 'Pictures, recordings and videos' })
  return {
    recordings: files.locator('audio'),
    caption: (number: number) => files.getByLabel(`Caption File ${number}`),
    async record() {
      await files.getByRole('button', { name: 'Record', exact: true }).click()
      await expect(page.getByRole('timer')).toHaveText('0:02')
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
    },
  }
}

long('recording again in a list replaces the first recording, even if its upload ends meanwhile', async ({ page }) => {
  await logIn(page, undefined, '/contribute/heritage')
  await keyHere(page)
  const { recordings, record } = filesOf(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/uploads/**', async (route) => {
    await promise
    await route.continue()
  })
  await record()
  await page.getByRole('button', { name: 'Record again' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01')
  const uploaded = page.waitForResponse((answer) => answer.url().includes('/uploads/') && answer.ok())
  resolve()
  await uploaded
  await expect(page.getByRole('timer')).toHaveText('0:03')
  await expect(recordings).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(recordings).toHaveCount(1)
  await page.reload()
  await expect(recordings).toHaveCount(1)
})

long('all recordings of an edit that was not saved for a day are sent again, with their captions', async ({ page }) => {
  await logIn(page)
  const { id } = await send(page, '/api/heritage', { section: 'ceremony', title: 'Sample day', body: '<p>Sample</p>' })
  await page.goto(`/contribute/heritage?id=${id}`)
  await keyHere(page)
  const { recordings, caption, record } = filesOf(page)
  for (const number of [1, 2]) {
    await record()
    await caption(number).fill(`Sample caption ${number}`)
  }
  const addresses: string[] = []
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/api/uploads') && answer.ok()) addresses.push((await answer.json()).fileUrl)
  })
  await page.clock.setSystemTime(Date.now() + 24 * 3_600_000)
  await page.reload()
  await expect(recordings).toHaveCount(2)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL(/\/heritage\/[0-9a-f-]{36}$/)
  type Stored = { media: { url: string; caption: string }[] }
  const { media } = await ask<Stored>(page, `/api/heritage/${id}`)
  expect(addresses).toHaveLength(2)
  expect(media).toMatchObject(addresses.map((url, at) => ({ url, caption: `Sample caption ${at + 1}` })))
})

long('a recording is still in its list if the form was closed while the device stored it', async ({ page }) => {
  type Slow = typeof globalThis & { storing?: Promise<void>; goOn: () => void }
  await page.addInitScript(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    crypto.subtle.encrypt = async (...input) => {
      await (globalThis as Slow).storing
      return encrypt(...input)
    }
  })
  await logIn(page)
  const { id } = await send(page, '/api/heritage', { section: 'ceremony', title: 'Sample list', body: '<p>Sample</p>' })
  await page.goto(`/contribute/heritage?id=${id}`)
  await keyHere(page)
  const { recordings, record } = filesOf(page)
  const uploaded = page.waitForResponse((answer) => answer.url().includes('/uploads/') && answer.ok())
  await page.evaluate(() => {
    const slow = globalThis as Slow
    slow.storing = new Promise((resolve) => {
      slow.goOn = resolve
    })
  })
  await record()
  await uploaded
  await expect(page.getByText('Your recording', { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Events', exact: true }).click()
  await page.waitForURL('**/dashboard/events')
  await page.evaluate(() => (globalThis as unknown as Slow).goOn())
  await page.goBack()
  await expect(recordings).toHaveCount(1)
  await expect(page.getByLabel('Caption File 1')).toBeVisible()
})

long('a recording in a list of files that came back from the outbox survives a reload', async ({ page }) => {
  await logIn(page, undefined, '/contribute/heritage')
  await keyHere(page)
  const { recordings, caption, record } = filesOf(page)
  await page.route('**/uploads', (route) => route.abort())
  await page.getByLabel('Title').fill('Sample heritage that comes back')
  await record()
  await caption(1).fill('Sample caption')
  await page.getByRole('button', { name: 'Publish' }).click()
  await outboxHasPost(page)
  await page.goto('/dashboard/outbox')
  await page.getByRole('button', { name: /^Edit/ }).click()
  await expect(recordings).toHaveCount(1)
  await page.reload()
  await expect(caption(1)).toHaveValue('Sample caption')
  await expect(recordings).toHaveCount(1)
})

const sound = { name: 'sample.wav', mimeType: 'audio/wav', buffer: beep(20) }
const picture = { name: 'sample.png', mimeType: 'image/png', buffer: pixel }
const progressOf = (page: Page) => page.getByRole('group', { name: 'Upload progress' })

/** Waits until a post is in the outbox. Before that, the browser would ask whether to leave the page. */
const outboxHasPost = (page: Page) => page.waitForFunction(() => /:1/.test(localStorage.getItem('outbox') ?? ''))

/** Holds back all bytes of files until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.context().route('**/uploads/**', async (route) => {
    if (['PUT', 'PATCH', 'HEAD'].includes(route.request().method())) await gate
    await route.continue().catch(() => {})
  })
  return release
}

/** Fills in the media form with a file whose upload waits until the returned function is called. */
async function sendSlowly(page: Page, title: string): Promise<() => void> {
  await page.goto('/contribute/media')
  await keyHere(page)
  const release = await holdUploads(page)
  await page.locator('input[type=file]').setInputFiles(sound)
  await page.getByLabel('Title').fill(title)
  return release
}

long(
  'a post published during its upload is sent by itself, and once even if the button is pressed twice',
  async ({ page, complaints }) => {
    await register(page)
    const release = await sendSlowly(page, 'Sample during upload')
    await page.getByRole('button', { name: 'Publish', exact: true }).dblclick()
    await expect(progressOf(page).getByRole('progressbar')).toBeVisible()
    expect(await postsNamed(page, 'Sample during upload')).toEqual([])
    release()
    await page.waitForURL(/\/dashboard\/media\/./)
    expect(await postsNamed(page, 'Sample during upload')).toHaveLength(1)
    await page.goto('/dashboard/outbox')
    await expect(page.getByRole('heading', { name: 'No posts waiting' })).toBeVisible()
    expect(complaints).toEqual([])
  },
)

long('a post that waits for its upload can be cancelled, and posted later', async ({ page }) => {
  await register(page)
  const release = await sendSlowly(page, 'Sample cancelled')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await progressOf(page).getByRole('button', { name: 'Cancel post' }).click()
  await expect(progressOf(page)).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Sample cancelled')
  release()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(await postsNamed(page, 'Sample cancelled')).toEqual([])
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/dashboard\/media\/./)
  expect(await postsNamed(page, 'Sample cancelled')).toHaveLength(1)
})

for (const [name, leave] of [
  ['the tab is closed', (page: Page) => page.close()],
  [
    'another page is opened',
    (page: Page) =>
      page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Events', exact: true }).click(),
  ],
] as const)
  test(`a post waiting for its upload is sent even if ${name}`, async ({ page, context }) => {
    await register(page)
    const release = await sendSlowly(page, `Sample left: ${name}`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(progressOf(page)).toBeVisible()
    await outboxHasPost(page)
    await leave(page)
    release()
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect.poll(() => postsNamed(other, `Sample left: ${name}`), { timeout: 30_000 }).toHaveLength(1)
    await other.goto('/contribute/media')
    await expect(other.getByLabel('Title')).toHaveValue('')
  })

test('a post that the server refuses after the upload returns to its form', async ({ page }) => {
  await register(page)
  const release = await sendSlowly(page, 'Sample refused')
  const issues = [{ path: 'title', message: 'Sample refusal.' }]
  await page.route('**/api/media', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill(ofSite(400, { error: 'Sample error.', code: 'invalid', issues }))
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(progressOf(page)).toBeVisible()
  release()
  await expect(page.getByText('Sample refusal.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Sample refused')
  await expect(page.getByRole('link', { name: /in your outbox/ })).toHaveCount(0)
  await page.unroute('**/api/media')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.waitForURL(/\/dashboard\/media\/./)
  expect(await postsNamed(page, 'Sample refused')).toHaveLength(1)
})

long('an edit waits for its upload on the form’s page, which asks before people leave it', async ({ page }) => {
  await register(page, { at: '/contribute/poems' })
  await keyHere(page)
  await page.getByLabel('Title').fill('Sample poem')
  await page.getByLabel('Poem').fill('Sample line')
  await page.getByRole('button', { name: 'Add poem' }).click()
  await page.waitForURL(/\/language\/poems\/./)
  const id = page.url().split('/').at(-1)
  await page.goto(`/contribute/poems?id=${id}`)
  const release = await holdUploads(page)
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype
    const requests: XMLHttpRequest[] = []
    Object.assign(window, { requests })
    XMLHttpRequest.prototype.send = function (body) {
      requests.push(this)
      send.call(this, body)
    }
  })
  await page.locator('input[type=file]').setInputFiles(sound)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(progressOf(page)).toBeVisible()
  const messages = await page.evaluateHandle(() => {
    const asked: string[] = []
    const { requests } = window as unknown as { requests: XMLHttpRequest[] }
    // Progress renders the form again before the router knows the answer.
    window.confirm = (message = '') => {
      if (asked.push(message) > 5) return true
      for (const { upload } of requests)
        upload.dispatchEvent(
          new ProgressEvent('progress', { lengthComputable: true, loaded: asked.length, total: 100 }),
        )
      return false
    }
    return asked
  })
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Events', exact: true }).click()
  await expect.poll(() => messages.evaluate(({ length }) => length)).toBe(1)
  expect(await messages.evaluate(([first]) => first)).toContain('still uploading')
  await expect(progressOf(page)).toBeVisible()
  expect(await messages.evaluate(({ length }) => length)).toBe(1)
  release()
  await page.waitForURL(/\/language\/poems\/./)
  const poem = await ask<{ recording: object | null }>(page, `/api/poems/${id}`)
  expect(poem.recording).not.toBeNull()
})

long('a form waits until its file is uploaded, and then posts both', async ({ page }) => {
  test.setTimeout(240_000)
  await logIn(page)
  await keyHere(page)
  for (const { kind, path, fill, button, file, count } of composerForms) {
    if (!file || (!deep && !['poem', 'artifact', 'product'].includes(kind))) continue
    await page.goto(path)
    const title = `Waiting ${kind}`
    await fill(page, title)
    const release = await holdUploads(page)
    const field = page.getByRole('group', { name: file.field })
    await field
      .locator('input[type=file]')
      .first()
      .setInputFiles(file.type === 'image' ? picture : sound)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(progressOf(page), kind).toBeVisible()
    release()
    // The page of a new entry opens, unless the entry is a story. If it opened later, it would replace the next form.
    if (kind !== 'story') await page.waitForURL((url) => url.pathname !== path)
    await expect.poll(() => count(page, title, true), { message: kind, timeout: 20_000 }).toBe(1)
    await page.context().unroute('**/uploads/**')
  }
})
