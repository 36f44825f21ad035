import { readFileSync } from 'node:fs'
import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { auditLog, sessions } from '#core/tables.ts'
import { cast, testSite } from '#test/harness.ts'
import { phonePhoto, uploadFile } from '#test/samples.ts'
import { nothingSet, type Settings } from './schema.ts'
import { siteSettings } from './table.ts'

const site = testSite()
const { admin, other } = cast(site, { other: { roles: ['admin'] } })

beforeEach(async () => {
  await site.db.delete(siteSettings)
  await site.services.site.reload()
})

type Change = Partial<Omit<Settings, 'texts' | 'colours'>> & {
  texts?: Partial<Record<'en' | 'sw', Partial<Settings['texts']['en']>>>
  colours?: Partial<Record<keyof Settings['colours'], unknown>>
  logo?: unknown
}

function change({ texts, colours, ...more }: Change) {
  return {
    ...nothingSet,
    texts: { en: { ...nothingSet.texts.en, ...texts?.en }, sw: { ...nothingSet.texts.sw, ...texts?.sw } },
    colours: { ...nothingSet.colours, ...colours },
    ...more,
  }
}

const put = (more: Change, headers?: Record<string, string>, by = admin) =>
  by.call('PUT', '/api/site', change(more), headers)
const page = async (path: string, headers?: Record<string, string>) =>
  site.call('GET', path, undefined, { 'sec-fetch-site': 'same-origin', ...headers })
const sw = { cookie: 'language=sw' }
const issuesOf = (body: { issues?: { path: string }[] }) =>
  body.issues && [...new Set(body.issues.map(({ path }) => path))]

describe('texts and the name', () => {
  it('appear immediately on pages, in feeds, in emails and in the manifest', async () => {
    expect((await page('/')).body).toContain('Test Heritage')
    const { status } = await put({
      name: 'Sample Valley',
      texts: { en: { tagline: 'Sample tagline', welcomeTitle: 'Sample welcome', welcome: 'Sample lead' } },
    })
    expect(status).toBe(200)
    const home = (await page('/')).body
    for (const text of ['Sample Valley', 'Sample tagline', 'Sample welcome', 'Sample lead'])
      expect(home).toContain(text)
    expect(home).not.toContain('Test Heritage')
    expect((await page('/feed.xml')).body).toContain('<title>Sample Valley</title>')
    expect((await page('/oai?verb=Identify')).body).toContain('<repositoryName>Sample Valley</repositoryName>')
    expect((await page('/manifest.webmanifest')).body.name).toBe('Sample Valley')
    await admin.call('POST', '/api/admin/test-mail', {})
    expect((await site.mails(admin.email)).at(-1)?.raw).toMatch(/^From: "?Sample Valley"? </m)
  })

  it('fall back to the default of each language', async () => {
    const kiswahili = (await page('/', sw)).body
    const english = (await page('/')).body
    await put({ texts: { en: { welcomeTitle: 'Sample English' } } })
    expect((await page('/')).body).toContain('Sample English')
    expect((await page('/', sw)).body).toBe(kiswahili)
    await put({ texts: { sw: { welcomeTitle: 'Mfano' } } })
    expect((await page('/', sw)).body).toContain('Mfano')
    expect((await page('/')).body).toBe(english)
  })

  it('contain only the allowed tags in rich texts, and are escaped otherwise', async () => {
    const about = '<p onclick="x()">Sample <b>about</b></p><script>x()</script><style>*{}</style>'
    const { body } = await put({
      texts: {
        en: { about, contact: '<p><a href="javascript:x()">Sample</a></p>', welcome: '<img src=x onerror=x()>' },
      },
    })
    expect(body.texts.en.about).toBe('<p>Sample <strong>about</strong></p>')
    const shown = (await page('/about')).body
    expect(shown).toContain('<p>Sample <strong>about</strong></p>')
    expect(shown).not.toContain('<script>x()')
    expect((await page('/contact')).body).not.toContain('javascript:')
    expect((await page('/')).body).not.toContain('<img src=x')
    const picture = await put({
      texts: { sw: { about: '<p>x</p><img src="/files/00000000-0000-7000-8000-000000000000">' } },
    })
    expect([picture.status, issuesOf(picture.body)]).toEqual([400, ['texts.sw.about']])
  })

  it.each<[string, Change]>([
    ['name', { name: 'x'.repeat(81) }],
    ['name', { name: 'a\r\nBcc: victim@site.test' }],
    ['name', { name: 'www.site.test' }],
    ['name', { name: 'a\u0001b' }],
    ['contactEmail', { contactEmail: 'a@site.test\r\nBcc: b@site.test' }],
    ['contactEmail', { contactEmail: 'a@site.test, b@site.test' }],
    ['texts.en.tagline', { texts: { en: { tagline: 'x'.repeat(121) } } }],
    ['texts.en.welcome', { texts: { en: { welcome: 'x'.repeat(401) } } }],
    ['texts.sw.about', { texts: { sw: { about: 'x'.repeat(20_001) } } }],
    ['followLinks.0.url', { followLinks: [{ label: 'Sample', url: 'javascript:alert(1)' }] }],
    ['followLinks', { followLinks: Array(9).fill({ label: 'Sample', url: 'https://site.test' }) }],
  ])('refuse an invalid %s', async (path, wrong) => {
    const { status, body } = await put(wrong)
    expect([status, issuesOf(body)]).toEqual([400, [path]])
  })

  it('refuse a body of 11 MB', async () => {
    const { status } = await admin.call('PUT', '/api/site', 'x'.repeat(11 * 1024 * 1024))
    expect(status).toBe(413)
  })
})

describe('colours', () => {
  const css = (html: string) => /<style>(@layer tokens[^<]*)<\/style>/.exec(html)?.[1]

  it('are allowed by the page’s content security policy through their hash', async () => {
    expect(css((await page('/')).body)).toBeUndefined()
    await put({ colours: { band: '#14452f', buttonsLight: '#14452F' } })
    const { body, headers } = await page('/')
    expect(css(body)).toContain('--ochre:#14452f')
    expect(css(body)).toContain('--action:#14452f')
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256')
      .update(css(body) ?? '')
      .digest('base64')
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}'`)
    expect(body).toContain('<meta name="theme-color" content="#14452f"/>')
    expect((await page('/manifest.webmanifest')).body.theme_color).toBe('#14452f')
  })

  it('are each refused if they would be hard to read or to see', async () => {
    const { status, body } = await put({
      colours: {
        band: '#f6ba2f',
        buttonsLight: '#ffffff',
        buttonsDark: '#222222',
        linksLight: '#999999',
        linksDark: '#333333',
      },
    })
    expect([status, issuesOf(body)?.sort()]).toEqual([
      400,
      ['colours.band', 'colours.buttonsDark', 'colours.buttonsLight', 'colours.linksDark', 'colours.linksLight'],
    ])
    expect(css((await page('/')).body)).toBeUndefined()
  })

  it.each([
    'red',
    '#fff',
    '#14452f;}*{display:none}',
    '#14452f</style><script>x()</script>',
    'url(//x)',
    5,
    '#14452F\n',
  ])('refuse %j, which isn’t a colour', async (colour) => {
    const { status, body } = await put({ colours: { band: colour } })
    expect([status, issuesOf(body)]).toEqual([400, ['colours.band']])
  })

  it('never appear on a page if the database contains something other than a colour', async () => {
    const settings = change({ colours: { band: '#14452f;}*{display:none}' } })
    await site.db.insert(siteSettings).values({ number: 1, settings, action: 'change' })
    await site.services.site.reload()
    expect((await page('/about')).body).not.toContain('display:none}')
  })
})

describe('the logo', () => {
  const square = (side: number) =>
    sharp({ create: { width: side, height: side / 2, channels: 3, background: '#14452f' } })
      .png()
      .toBuffer()
  const upload = (bytes: Buffer, contentType = 'image/png') =>
    uploadFile(site, admin, bytes, { filename: 'logo.png', contentType })

  it('is drawn as a small square PNG, shown on pages and icons, and cached permanently', async () => {
    const { status, body } = await put({ logo: await upload(await square(2000)) })
    expect([status, body.logo]).toEqual([200, expect.stringMatching(/^\/site\/logo\/[0-9a-f]{24}\.png$/)])
    const answer = await site.app.request(`http://site.test${body.logo}`)
    const drawn = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 512, 512])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { body: html } = await page('/')
    expect(html).toContain(`<link rel="icon" href="${body.logo}" type="image/png"/>`)
    expect(html).toContain(`<image href="${body.logo}"`)
    expect((await page('/manifest.webmanifest')).body.icons[0].src).toBe(body.logo)
    expect((await page('/favicon.ico')).headers.get('location')).toBe(body.logo)
    expect((await page('/og.png')).status).toBe(200)
    // Without the field the logo stays, and null removes it.
    expect((await put({ name: 'Sample' })).body.logo).toBe(body.logo)
    expect((await put({ logo: null })).body.logo).toBeNull()
    expect((await page('/')).body).toContain('/icon.svg')
    expect((await page('/favicon.ico')).headers.get('location')).toBe('/icon-192.png')
  })

  it('stays if another version of the software has stored the other settings', async () => {
    const { body } = await put({ logo: await upload(await square(600)) })
    await site.db.update(siteSettings).set({ settings: { unknown: true } as unknown as Settings })
    expect((await put({ name: 'Sample' })).body).toMatchObject({ name: 'Sample', logo: body.logo })
  })

  it('contains no metadata of the original photo', async () => {
    const { body } = await put({ logo: await upload(await phonePhoto(), 'image/jpeg') })
    const answer = await site.app.request(`http://site.test${body.logo}`)
    expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).exif).toBeUndefined()
  })

  it('can’t be an SVG, someone else’s file or an address elsewhere', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>')
    await expect(upload(svg)).rejects.toThrow()
    const theirs = await uploadFile(site, other, await square(64), { filename: 'a.png', contentType: 'image/png' })
    for (const logo of [theirs, 'https://elsewhere.test/a.png', '/files/../etc/passwd', 'data:image/png;base64,AAAA']) {
      const { status, body } = await put({ logo })
      expect([status, issuesOf(body)]).toEqual([400, ['logo']])
    }
  })

  it('is 404 under any other address', async () => {
    for (const path of [`/site/logo/${'0'.repeat(24)}.png`, '/site/logo/x.png', '/site/logo/..%2f..%2fx.png'])
      expect((await site.call('GET', path)).status).toBe(404)
  })
})

describe('versions', () => {
  const latest = async () => (await admin.call('GET', '/api/site')).body

  it('can be undone, restored and reset, and the log records the admin', async () => {
    await put({ name: 'First' })
    await put({ name: 'Second' })
    const { number } = await latest()
    expect((await admin.call('POST', `/api/site/versions/${number - 1}/restore`, {})).body.name).toBe('First')
    expect((await page('/')).body).toContain('First')
    expect((await admin.call('DELETE', '/api/site', {})).body.name).toBe('')
    expect((await page('/')).body).toContain('Test Heritage')
    expect((await admin.call('POST', `/api/site/versions/${number}/restore`, {})).body.name).toBe('Second')
    expect((await admin.call('POST', '/api/site/versions/0/restore', {})).body.name).toBe('')
    expect((await admin.call('POST', '/api/site/versions/99/restore', {})).status).toBe(404)
    expect((await admin.call('POST', '/api/site/versions/x/restore', {})).status).toBe(404)
    const { items } = (await admin.call('GET', '/api/site/versions')).body
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      ...['undo', 'undo', 'reset', 'undo', 'change', 'change'],
    ])
    expect(items[0].changedBy).toMatchObject({ id: admin.id, name: 'Sample Admin' })
    const lines = await site.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id)).orderBy(desc(auditLog.at))
    expect(lines.find(({ action }) => action === 'site:change')?.detail).toEqual({ fields: ['name'] })
  })

  it('by another admin are not overwritten', async () => {
    const opened = (await latest()).updatedAt
    const ifMatch = { 'if-match': `"${opened}"` }
    expect((await put({ name: 'Mine' }, ifMatch)).status).toBe(200)
    const late = await put({ name: 'Theirs' }, ifMatch, other)
    expect([late.status, late.body.code]).toEqual([409, 'changed'])
    expect((await other.call('DELETE', '/api/site', {}, ifMatch)).status).toBe(409)
    expect((await other.call('POST', '/api/site/versions/0/restore', {}, ifMatch)).status).toBe(409)
    expect((await latest()).name).toBe('Mine')
  })

  it('saved by two admins at the same moment are refused for one of them', async () => {
    const { updatedAt } = await latest()
    const ifMatch = { 'if-match': `"${updatedAt}"` }
    const answers = await Promise.all([put({ name: 'One' }, ifMatch), put({ name: 'Two' }, ifMatch, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('are limited to the last 50', async () => {
    await site.db
      .insert(siteSettings)
      .values(
        Array.from({ length: 50 }, (_, at) => ({ number: at + 1, settings: nothingSet, action: 'change' as const })),
      )
    await put({ name: 'Sample' })
    const rows = await site.db.select({ number: siteSettings.number }).from(siteSettings)
    expect([rows.length, Math.min(...rows.map(({ number }) => number))]).toEqual([50, 2])
  })
})

describe('the settings', () => {
  it('can be changed only by admins who logged in recently', async () => {
    const keeper = await site.person({ roles: ['keeper'] })
    expect((await put({}, {}, keeper)).status).toBe(403)
    expect((await keeper.call('GET', '/api/site')).status).toBe(403)
    expect((await site.call('PUT', '/api/site', change({}))).status).toBe(401)
    await site.db
      .update(sessions)
      .set({ authenticatedAt: '2020-01-01T00:00:00Z' })
      .where(eq(sessions.accountId, other.id))
    const { status, body } = await put({ name: 'Sample' }, {}, other)
    expect([status, body.code]).toEqual([403, 'recent_sign_in'])
    await site.db
      .update(sessions)
      .set({ authenticatedAt: new Date().toISOString() })
      .where(eq(sessions.accountId, other.id))
  })
})

describe('several instances', () => {
  it('drop their cached pages when another instance changes the site', async () => {
    const { listen } = await import('#server/start/listen.ts')
    const { contentChannel } = await import('#server/http/context.ts')
    const { openSettings } = await import('#server/start/services.ts')
    const { readStoredSite } = await import('#src/site.ts')
    let cleared = 0
    const { texts: _, logo: __, colours: ___, reload: ____, ...environment } = site.services.site
    const elsewhere = await openSettings(
      { ...environment, name: 'Default' },
      () => readStoredSite(site.db),
      () => cleared++,
    )
    const listener = listen(
      site.databaseUrl,
      contentChannel,
      () => void elsewhere.reload(),
      () => {},
    )
    await listener.ready
    await put({ name: 'Sample Elsewhere' })
    await expect.poll(() => [elsewhere.name, cleared]).toEqual(['Sample Elsewhere', 1])
    await listener.stop()
  })
})

it('the default colours match tokens.css', async () => {
  const { defaults, textOn } = await import('./colours.ts')
  const css = readFileSync('src/ui/styles/tokens.css', 'utf8')
  const token = (name: string) => css.match(new RegExp(`--${name}:\\s*([^;]+);`))?.[1]?.match(/#[0-9a-f]{6}/gi) ?? []
  expect(token('action')).toEqual([defaults.buttonsLight, defaults.buttonsDark])
  expect(token('link')).toEqual([defaults.linksLight, defaults.linksDark])
  expect(token('ochre')).toEqual([defaults.band])
  expect(token('on-action')).toEqual([textOn.buttonsLight, textOn.buttonsDark])
  const source = readFileSync('src/features/site/colours.ts', 'utf8')
  for (const ground of ['bg', 'surface', 'sunk']) for (const colour of token(ground)) expect(source).toContain(colour)
})
