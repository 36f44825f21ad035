import type { Browser, Page } from '@playwright/test'
import { deep } from '../depth.ts'
import { composerForms } from './every-form.ts'
import { long } from './long.ts'
import {
  announce,
  ask,
  beep,
  expect,
  holdBack,
  keyHere,
  logIn,
  ofSite,
  pixel,
  post,
  register,
  scriptIsThere,
  send,
  share,
  test,
} from './site.ts'

type Post = { id: string; title: string; source: string; state: string; kind: string }
type Account = { email: string; password: string }

/** Returns a page on another device, on which the account, by default the admin, is logged in. */
async function otherDevice(browser: Browser, baseURL: string, account?: Account): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await logIn(page, account)
  return page
}

async function postsOf(page: Page): Promise<Post[]> {
  return (await ask<{ items: Post[] }>(page, '/api/posts?limit=100')).items
}

/** Opens the draft from My posts. */
async function continueDraft(page: Page, title: string) {
  await page.goto('/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'My posts' }).click()
  await page.getByRole('link', { name: `Continue writing “${title}”` }).click()
}

const savedNote = (page: Page) => page.getByText('Draft saved', { exact: true })

test('a draft started on one device can be finished and posted on another, and is then deleted', async ({
  page,
  browser,
  site,
}) => {
  const account = await register(page, { at: '/contribute/articles' })
  await page.getByLabel('Title').fill('Sample title begun on a phone')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('Sample words')
  await page.getByLabel('Cover picture').locator('input[type=file]').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: pixel,
  })
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible()
  await expect(savedNote(page)).toBeVisible({ timeout: 40_000 })
  await expect
    .poll(async () => JSON.stringify(await ask(page, `/api/drafts/${(await postsOf(page))[0]?.id}`)), {
      timeout: 40_000,
    })
    .toContain('/files/')

  const second = await otherDevice(browser, site.url, account)
  await continueDraft(second, 'Sample title begun on a phone')
  await expect(second.getByLabel('Title')).toHaveValue('Sample title begun on a phone')
  await expect(second.getByRole('textbox', { name: 'Content' })).toContainText('Sample words')
  await expect(second.getByRole('button', { name: /Remove/ }).first()).toBeVisible()
  await second.getByLabel('Title').fill('Sample title finished on a laptop')
  await second.getByRole('button', { name: 'Publish' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Sample title finished on a laptop')
  expect(await postsOf(second)).toMatchObject([{ title: 'Sample title finished on a laptop', source: 'entry' }])
  const { items } = await ask<{ items: { cover: unknown }[] }>(second, '/api/articles?q=laptop')
  expect(items[0]?.cover).not.toBeNull()

  // The first device reports this and keeps what was typed there.
  const gone = page.getByRole('status').getByText('This draft was published or deleted on another device.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Save yours as a new draft to publish it, too.')).toBeVisible()
  await expect(gone).toBeVisible()
  expect(await postsOf(page)).toHaveLength(1)
  await page.getByLabel('Title').fill('Sample title typed later')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(gone).toBeVisible()
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await expect(savedNote(page)).toBeVisible()
  expect((await postsOf(page)).map(({ title }) => title)).toContain('Sample title typed later')
})

long('two devices never silently overwrite each other’s version of a draft', async ({ page, browser, site }) => {
  const account = await register(page, { at: '/contribute/poems' })
  await page.getByLabel('Title').fill('Sample of the first device')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(savedNote(page)).toBeVisible()
  const second = await otherDevice(browser, site.url, account)
  await continueDraft(second, 'Sample of the first device')
  await second.getByLabel('Title').fill('Sample of the second device')
  await second.getByRole('button', { name: 'Save draft' }).click()
  await expect(savedNote(second)).toBeVisible()

  const problem = page.getByText('This draft was changed on another device.')
  await page.getByLabel('Title').fill('Sample typed meanwhile')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(problem).toBeVisible()
  expect(await postsOf(page)).toMatchObject([{ title: 'Sample of the second device' }])
  await page.getByRole('button', { name: 'Use the other version' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Sample of the second device')
  await expect(problem).toBeHidden()

  await page.getByLabel('Title').fill('Sample of the first device again')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(savedNote(page)).toBeVisible()
  await second.getByLabel('Title').fill('Sample kept by choice')
  await second.getByRole('button', { name: 'Save draft' }).click()
  await second.getByRole('button', { name: 'Keep this version' }).click()
  await expect(savedNote(second)).toBeVisible()
  expect(await postsOf(page)).toMatchObject([{ title: 'Sample kept by choice' }])
})

long('taking the version of another device shows and posts its file', async ({ page, browser, site }) => {
  const account = await register(page)
  const remove = (at: Page, name: string) => at.getByRole('button', { name: `Remove ${name}`, exact: true })
  const pick = async (at: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
    await at.locator('main input[type=file]').setInputFiles(file)
    await expect(remove(at, file.name)).toBeVisible()
  }
  const save = async (at: Page) => {
    await at.getByRole('button', { name: 'Save draft' }).click()
    await expect(savedNote(at)).toBeVisible()
  }
  const title = 'Sample picture that becomes a sound'
  await page.goto('/contribute/media')
  await page.getByLabel('Title').fill(title)
  await pick(page, { name: 'a.png', mimeType: 'image/png', buffer: pixel })
  await save(page)
  const second = await otherDevice(browser, site.url, account)
  for (const device of [page, second]) {
    await continueDraft(device, title)
    await expect(remove(device, 'a.png')).toBeVisible()
  }
  await remove(second, 'a.png').click()
  await pick(second, { name: 'b.wav', mimeType: 'audio/wav', buffer: beep() })
  await save(second)
  await page.getByLabel('Title').fill(`${title} again`)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Use the other version' }).click()
  await expect(remove(page, 'b.wav')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/dashboard\/media\/./)
  const { items } = await ask<{ items: { type: string }[] }>(page, `/api/media?q=${encodeURIComponent(title)}`)
  expect(items.map(({ type }) => type)).toEqual(['AUDIO'])
})

long('each draft has its own recording, whether it was uploaded or not', async ({ page }) => {
  await register(page)
  const yours = page.getByText('Your recording', { exact: true })
  const remove = page.getByRole('button', { name: 'Remove sample.wav' })
  const save = async (title: string) => {
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Poem', { exact: true }).fill('Sample line')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('Draft saved. Find it under My posts.').first()).toBeVisible()
    await expect(savedNote(page)).toBeVisible()
  }
  const record = async () => {
    await page.goto('/contribute/poems')
    await keyHere(page)
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(yours.or(remove)).toHaveCount(0)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByRole('timer')).toHaveText('0:02')
  }
  await record()
  const upload = () => page.waitForResponse((answer) => answer.url().includes('/uploads/') && answer.ok())
  const recorded = upload()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await recorded
  await save('Sample poem with a recording')
  await record()
  await page.route('**/uploads/**', () => {})
  await save('Sample poem with a recording on the device')
  await page.unroute('**/uploads/**')
  await page.goto('/contribute/poems')
  await expect(yours).toHaveCount(0)
  const chosen = upload()
  await page
    .getByLabel('Recording')
    .locator('input[type=file]')
    .setInputFiles({ name: 'sample.wav', mimeType: 'audio/wav', buffer: beep() })
  await chosen
  await save('Sample poem with a file')

  const post = async (title: string) => {
    await page.getByRole('button', { name: 'Add poem' }).click()
    await page.waitForURL(/\/language\/poems\/[0-9a-f-]{36}$/)
    const query = `/api/poems?q=${encodeURIComponent(title)}`
    const { items } = await ask<{ items: { title: string; recording: { size: number; url: string } | null }[] }>(
      page,
      query,
    )
    const { size = 0, url = '' } = items.find((poem) => poem.title === title)?.recording ?? {}
    return { size, bytes: (await (await page.request.get(url)).body()).toString('base64') }
  }
  await continueDraft(page, 'Sample poem with a recording on the device')
  await expect(yours).toBeVisible()
  await continueDraft(page, 'Sample poem with a file')
  await expect(remove).toBeVisible()
  await expect(yours).toHaveCount(0)
  expect(await post('Sample poem with a file')).toEqual({ size: beep().length, bytes: beep().toString('base64') })
  const recordings = []
  for (const title of ['Sample poem with a recording on the device', 'Sample poem with a recording']) {
    await continueDraft(page, title)
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await expect(yours.or(page.getByRole('button', { name: /^Remove/ })).first()).toBeVisible()
    recordings.push(await post(title))
  }
  for (const { size } of recordings) expect(size).toBeGreaterThan(1000)
  // Two recordings can have the same size, but not the same bytes.
  expect(recordings[0]?.bytes).not.toBe(recordings[1]?.bytes)
  await page.goto('/contribute/poems')
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(yours).toHaveCount(0)
})

long('a word started in an earlier release, with another field name, can be finished and sent', async ({ page }) => {
  await register(page)
  const example = { marakwet: 'sampletwo samplethree', english: 'Sample sentence' }
  await page.evaluate(
    (values) => {
      const account = JSON.parse(localStorage.getItem('user') ?? '{}').id
      localStorage.setItem(`draft:vocabulary:${account}`, JSON.stringify(values))
    },
    { marakwet: 'sampleone', english: 'Sample gloss', example },
  )
  await page.goto('/contribute/linguistics')
  await expect(page.locator('input[name=form]')).toHaveValue('sampleone')
  await page.getByRole('button', { name: 'Add word' }).click()
  await page.waitForURL(/\/language\/vocabulary\/[0-9a-f-]{36}$/)
  const { items } = await ask<{ items: object[] }>(page, '/api/vocabulary?q=sampleone')
  expect(items).toMatchObject([
    { form: 'sampleone', example: { form: 'sampletwo samplethree', english: 'Sample sentence' } },
  ])
})

/** Types a title and chooses a type as soon as the fields are there, before any script of the page runs. */
function typeEarly() {
  const observer = new MutationObserver(() => {
    const title = document.querySelector<HTMLInputElement>('main input[name=title]')
    const type = document.querySelector<HTMLSelectElement>('main select[name=type]')
    // The parser may have added the list before its options.
    if (!title || !type?.options[1] || sessionStorage.typed) return
    sessionStorage.typed = document.documentElement.dataset.ready
    title.focus()
    title.value = 'typed early'
    type.selectedIndex = 1
    for (const field of [title, type]) field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  observer.observe(document, { childList: true, subtree: true })
}

long('the page keeps text that was typed before its script ran, and the stored draft', async ({ page }) => {
  await register(page, { at: '/contribute/events' })
  await page.getByLabel('Location', { exact: true }).fill('Sample location of the draft')
  await page.getByLabel('Title', { exact: true }).fill('Sample draft')
  await page.addInitScript(typeEarly)
  await page.reload()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Sample draft typed early')
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  expect(await page.evaluate(() => sessionStorage.typed)).toBe('no')
  const type = await page.getByLabel('Type', { exact: true }).inputValue()
  await expect(page.getByLabel('Location', { exact: true })).toHaveValue('Sample location of the draft')
  await page.reload()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Sample draft typed early')
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue(type)
  expect(type).not.toBe('in-person')
})

/** Presses Publish as soon as the button is there, before the page's script has run. */
function publishEarly() {
  const observer = new MutationObserver(() => {
    const button = document.querySelector<HTMLElement>('main form [type=submit]')
    if (!button) return
    observer.disconnect()
    sessionStorage.pressed = document.documentElement.dataset.ready
    button.click()
  })
  observer.observe(document, { childList: true, subtree: true })
}

long(
  'a form sent before the page’s script has run is posted with its file, even if another form has a draft',
  async ({ page }) => {
    await register(page, { at: '/contribute/poems' })
    await page.getByLabel('Title').fill('Sample draft of another form')
    const release = await holdBack(page, 'page')
    await page.goto('/contribute/media', { waitUntil: 'commit' })
    await page.getByLabel(/Choose a file/).setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
    await page.getByLabel('Title').fill('Sample picture chosen early')
    await page.getByRole('button', { name: 'Publish' }).click()
    expect(await page.evaluate(() => document.documentElement.dataset.ready)).toBe('no')
    release()
    await expect(page.getByRole('heading', { name: 'Sample picture chosen early' })).toBeVisible()
  },
)

long('a file chosen before the page’s script has run is added without interrupting typing', async ({ page }) => {
  await register(page)
  const release = await holdBack(page, 'page')
  await page.goto('/contribute/media', { waitUntil: 'commit' })
  await page.getByLabel(/Choose a file/).setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
  await page.getByLabel('Title').pressSequentially('Sample typed ')
  release()
  await expect(page.getByRole('button', { name: /^Remove/ })).toBeVisible()
  await page.keyboard.type('to the end')
  await expect(page.getByLabel('Title')).toHaveValue('Sample typed to the end')
})

long('pressing Publish before the draft is restored publishes nothing, and the page says so', async ({ page }) => {
  await register(page, { at: '/contribute/articles' })
  await page.getByLabel('Title').fill('Sample draft that nobody has checked')
  await page.getByRole('textbox', { name: 'Content' }).fill('Sample text')
  await page.addInitScript(publishEarly)
  await page.reload()
  await expect(page.getByText('Check it, then press the button again.')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.pressed)).toBe('no')
  await expect(page.getByLabel('Title')).toHaveValue('Sample draft that nobody has checked')
  expect((await postsOf(page)).filter(({ state }) => state !== 'draft')).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Article published.')).toBeVisible()
})

/** Label of the title field of each kind, if it is not “Title”. */
const titles: Record<string, string> = {
  word: 'Word in Marakwet',
  proverb: 'Proverb',
  artifact: 'Name',
  product: 'Name',
}
const forms = [
  ...composerForms.filter(({ kind }) => kind !== 'story'),
  { kind: 'media', path: '/contribute/media' },
].map(({ kind, path }) => ({ kind, path }))

long(
  'every form but the one for stories can be saved with just a title, and reopened from My posts',
  async ({ page, browser, site }) => {
    test.setTimeout(240_000)
    // Admins can use every form.
    await logIn(page)
    const fieldOf = (at: Page, kind: string) =>
      at
        .getByRole('main')
        .getByLabel(titles[kind] ?? 'Title', { exact: kind === 'artifact' })
        .first()
    for (const { kind, path } of forms) {
      await page.goto(path)
      await fieldOf(page, kind).fill(`Sample draft of a ${kind}`)
      await page.getByRole('button', { name: 'Save draft' }).click()
      await expect(page.getByText('Draft saved. Find it under My posts.').first(), kind).toBeVisible()
      // The form is empty once the draft is saved.
      await page.goto(path)
      await expect(fieldOf(page, kind), kind).toHaveValue('')
    }
    const second = await otherDevice(browser, site.url)
    for (const { kind } of forms) {
      const title = `Sample draft of a ${kind}`
      await second.goto('/dashboard/posts?state=drafts')
      await second.getByRole('link', { name: `Continue writing “${title}”` }).click()
      await expect(fieldOf(second, kind), kind).toHaveValue(title)
    }
    for (const { id } of await postsOf(second))
      await second.evaluate(
        (draft) =>
          fetch(`/api/drafts/${draft}`, {
            method: 'DELETE',
            headers: { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' },
            body: '{}',
          }),
        id,
      )
  },
)

test('unsaved changes to an entry are still there after a reload, and can be discarded', async ({ page }) => {
  test.setTimeout(240_000)
  await logIn(page)
  const entries: { path: string; id: string; field: string; saved: string }[] = []
  const add = (path: string, field: string, saved: string, { id }: { id: string }) =>
    entries.push({ path, id, field, saved })
  add(
    '/dashboard/articles/',
    'Title',
    'Sample article',
    await post(page, { title: 'Sample article', category: 'Culture', content: '<p>Sample</p>' }),
  )
  const word = { form: 'samplefour', english: 'Sample gloss' }
  add('/contribute/linguistics?id=', 'Translation', 'Sample gloss', await send(page, '/api/vocabulary', word))
  if (deep) {
    add('/dashboard/events/', 'Title', 'Sample event', await announce(page, { title: 'Sample event' }))
    const media = await share(page, { name: 'a.png', type: 'image/png', bytes: pixel }, { title: 'Sample picture' })
    add('/dashboard/media/', 'Title', 'Sample picture', media)
    const poem = { title: 'Sample poem', original: 'Sample line' }
    add('/contribute/poems?id=', 'Title', 'Sample poem', await send(page, '/api/poems', poem))
    add(
      '/contribute/proverbs?id=',
      'Proverb',
      'Sample words',
      await send(page, '/api/proverbs', { original: 'Sample words' }),
    )
    const heritage = { section: 'ceremony', title: 'Sample ceremony', body: '<p>Sample</p>' }
    add('/contribute/heritage?id=', 'Title', 'Sample ceremony', await send(page, '/api/heritage', heritage))
    add(
      '/contribute/artifacts?id=',
      'Name',
      'Sample artifact',
      await send(page, '/api/artifacts', { name: 'Sample artifact' }),
    )
    const record = { title: 'Sample record', condition: 'good' }
    add('/contribute/conservation?id=', 'Title', 'Sample record', await send(page, '/api/conservation', record))
    const product = { name: 'Sample product', price: 100, stock: 1 }
    add('/contribute/products?id=', 'Name', 'Sample product', await send(page, '/api/products', product))
  }

  const note = page.getByText('This form shows changes that you haven’t saved yet.')
  for (const { path, id, field, saved } of entries) {
    const input = page.getByRole('main').getByLabel(field, { exact: true }).first()
    const open = async () => {
      await page.goto(path + id)
      if (path.startsWith('/dashboard')) await page.getByRole('button', { name: 'Edit' }).click()
    }
    await open()
    await expect(input, path).toHaveValue(saved)
    await expect(note).toHaveCount(0)
    await input.fill(`${saved} with a change`)
    await open()
    await expect(input, path).toHaveValue(`${saved} with a change`)
    await expect(note).toBeVisible()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(input, path).toHaveValue(saved)
    await open()
    await expect(input, path).toHaveValue(saved)
    await expect(note).toHaveCount(0)
  }
})

long(
  'unsaved changes in the profile and in forms for keepers and admins are still there after a reload',
  async ({ page }) => {
    await logIn(page)
    const forms = [
      { path: '/dashboard/keepers/introductions/rituals', field: page.getByRole('textbox', { name: 'Introduction' }) },
      { path: '/dashboard/keepers/letters', field: page.getByLabel('Letters in order') },
      { path: '/admin/site', field: page.getByLabel('Tagline in English') },
      { path: '/profile', field: page.getByLabel('Bio') },
    ]
    for (const { path, field } of forms) {
      const text = async () => (await field.inputValue().catch(() => undefined)) ?? (await field.textContent())
      await page.goto(path)
      await expect(field).toBeVisible()
      const before = await text()
      await field.fill('Sample change')
      await page.reload()
      await expect.poll(text, path).toBe('Sample change')
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await expect.poll(text, path).toBe(before)
      await page.reload()
      await expect.poll(text, path).toBe(before)
    }
  },
)

test('unsaved changes to an entry that was saved elsewhere meanwhile are compared with the saved version', async ({
  page,
  context,
  expectErrors,
}) => {
  expectErrors(/status of 409/)
  await logIn(page)
  const { id } = await send(page, '/api/poems', { title: 'Sample poem', original: 'Sample line' })
  const address = `/contribute/poems?id=${id}`
  await page.goto(address)
  await page.getByLabel('Title').fill('Sample poem with my title')
  const second = await context.newPage()
  await second.goto('/dashboard')
  await second.evaluate(async (url) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
    const { updatedAt } = await (await fetch(url, { headers })).json()
    await fetch(url, {
      method: 'PATCH',
      headers: { ...headers, 'if-match': `"${updatedAt}"` },
      body: JSON.stringify({ title: 'Sample poem with another title' }),
    })
  }, `/api/poems/${id}`)
  await page.goto(address)
  await expect(page.getByLabel('Title')).toHaveValue('Sample poem with my title')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const conflict = page.getByRole('region', { name: 'This was changed while you were editing' })
  await expect(conflict).toContainText('Sample poem with another title')
  await conflict.getByRole('button', { name: 'Keep all of mine' }).click()
  await conflict.getByRole('button', { name: 'Save this version' }).click()
  await page.waitForURL(/\/language\/poems\/[0-9a-f-]{36}$/)
  expect((await ask<{ title: string }>(page, `/api/poems/${id}`)).title).toBe('Sample poem with my title')
  await page.goto(address)
  await expect(page.getByText('This form shows changes that you haven’t saved yet.')).toHaveCount(0)
})

test('a draft written without signal stays on the device and is saved later, even after its form was closed', async ({
  page,
  context,
}) => {
  await register(page)
  await page.goto('/contribute/proverbs', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.getByLabel('Proverb').fill('Sample words without signal')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(
    page.getByText('Saved on this device. It will be saved to your account when you’re online.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect
    .poll(async () => (await postsOf(page)).map(({ title }) => title))
    .toEqual(['Sample words without signal'])

  await page.goto('/contribute/poems', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page.getByLabel('Title').fill('Sample closed without signal')
  await context.route('**/api/drafts/**', (route) => route.abort())
  await context.setOffline(false)
  await page.goto('/dashboard')
  await context.unroute('**/api/drafts/**')
  await page.goto('/dashboard')
  await expect
    .poll(async () => (await postsOf(page)).map(({ title }) => title))
    .toContain('Sample closed without signal')
})

long(
  'a draft whose post is taken out of the outbox is deleted once the post is published after all',
  async ({ page, context }) => {
    await register(page)
    await page.goto('/contribute/articles', { waitUntil: 'networkidle' })
    await page.getByLabel('Title').fill('Sample article of a draft')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(savedNote(page)).toBeVisible()
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.type('Sample words')
    await context.route('**/api/articles', (route) => route.abort())
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Saved on this device. It will be sent when you’re online.').first()).toBeVisible()
    await page.goto('/dashboard/outbox')
    await page.getByRole('button', { name: /^Edit/ }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Sample article of a draft')
    expect(await postsOf(page)).toMatchObject([{ source: 'draft' }])
    await context.unroute('**/api/articles')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article of a draft')
    expect(await postsOf(page)).toMatchObject([{ source: 'entry', title: 'Sample article of a draft' }])
  },
)

long('a draft is not saved after every pause in typing, and leaving the page saves the rest', async ({ page }) => {
  await page.clock.install()
  await register(page)
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/drafts/')) saves++
  })
  await page.goto('/contribute/proverbs')
  await scriptIsThere(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  const field = page.getByLabel('Proverb')
  await field.fill('Sample words')
  await page.clock.runFor(4_000)
  await expect(savedNote(page)).toBeVisible()
  // The pauses are long enough for a save each, but together shorter than the time between two saves.
  for (let at = 0; at < 5; at++) {
    await field.fill(`Sample words ${at}`)
    await page.clock.runFor(4_500)
  }
  expect(await postsOf(page)).toMatchObject([{ title: 'Sample words' }])
  expect(saves).toBe(1)
  await page.clock.resume()
  await page.getByRole('link', { name: 'My posts' }).first().click()
  await expect(page.getByRole('link', { name: 'Sample words 4', exact: true })).toBeVisible()
  expect(saves).toBe(2)
})

test('an account never sees another account’s draft on the same device', async ({ page }) => {
  await register(page, { at: '/contribute/poems' })
  await page.getByLabel('Title').fill('Sample title of the first member')
  await expect(savedNote(page)).toBeVisible()
  await page.goto('/contribute/story')
  await page.getByLabel('In your own words').fill('Sample story of the first member')
  await page.evaluate(() => ['token', 'user'].map((name) => localStorage.removeItem(name)))
  await register(page, { at: '/contribute/poems' })
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.goto('/contribute/story')
  await expect(page.getByLabel('In your own words')).toHaveValue('')
  expect((await postsOf(page)).filter(({ state }) => state !== 'draft')).toEqual([])
})

long('My posts shows entries and drafts by state, and deletes them after asking', async ({ page }) => {
  await register(page, { at: '/dashboard/posts' })
  await expect(page.getByText('You haven’t posted anything yet')).toBeVisible()
  await page.goto('/contribute/poems')
  await page.getByLabel('Title').fill('Sample poem')
  await page.getByLabel('Poem').fill('Sample line')
  await page.getByRole('button', { name: 'Add poem' }).click()
  await page.waitForURL(/\/language\/poems\/[0-9a-f-]{36}$/)
  await page.goto('/contribute/events')
  await page.getByLabel('Title').fill('Sample event')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(savedNote(page)).toBeVisible()

  await page.goto('/dashboard/posts')
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /Sample (poem|event)/ })
  await expect(rows).toHaveCount(2)
  await page.getByRole('link', { name: 'Published', exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Sample poem')
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  await expect(rows).toContainText('Sample event')
  await expect(page).toHaveURL(/state=drafts/)
  await page.getByRole('button', { name: 'Delete “Sample event”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this draft?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No drafts')).toBeVisible()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Delete “Sample poem”' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('You haven’t posted anything yet')).toBeVisible()

  await page.route('**/api/posts*', (route) => route.fulfill(ofSite(404, { error: 'Sample refusal', code: 'x' })))
  await page.reload()
  await expect(page.getByText('Couldn’t load your posts.')).toBeVisible()
  await page.unroute('**/api/posts*')
  await page
    .getByRole('button', { name: 'Retry' })
    .or(page.getByRole('button', { name: 'Try again' }))
    .click()
  await expect(page.getByText('You haven’t posted anything yet')).toBeVisible()
})

long('changes of a group and of a permission are there after a reload, and can be discarded', async ({ page }) => {
  await logIn(page)
  const group = await send(page, '/api/groups', { name: 'Sample group', about: 'Sample purpose' })
  const { id } = await post(page, { title: 'Sample article', category: 'Culture', content: '<p>Sample</p>' })
  const given = { people: ['Sample Singer'], givenBy: 'Sample Giver', how: 'spoken', purposes: ['community'] }
  await send(page, `/api/entries/${id}/consents`, { ...given, givenAt: '2026-01-01' })
  for (const { path, button, field, saved } of [
    { path: `/dashboard/keepers/groups/${group.id}`, button: 'Edit group', field: 'Name', saved: 'Sample group' },
    { path: `/dashboard/consents/${id}`, button: /^Edit/, field: 'Who gave the permission', saved: 'Sample Giver' },
  ]) {
    const input = page.getByRole('textbox', { name: field, exact: true })
    const open = async () => {
      await page.goto(path)
      await page.getByRole('button', { name: button }).click()
    }
    await open()
    await expect(input).toHaveValue(saved)
    await input.fill('Sample change')
    await open()
    await expect(input).toHaveValue('Sample change')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(input).toHaveValue(saved)
    await input.fill('Sample change')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByRole('heading', { name: 'Sample change' })).toBeVisible()
    await open()
    await expect(input).toHaveValue('Sample change')
    await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  }
})
