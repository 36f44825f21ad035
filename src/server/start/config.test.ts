import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, loadAuthSecret, readConfig, siteUrl } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'urithi-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const s3 = {
  S3_ENDPOINT: 'https://s3.example.org/',
  S3_BUCKET: 'urithi',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hidden-secret',
}

describe('readConfig', () => {
  test('needs no setting', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('var'),
      databaseConnections: 20,
      membership: 'open',
      requireMfa: [],
      siteName: 'Marakwet Heritage',
      fixed: [],
      followLinks: [],
      maxUploadMb: 10,
      quotaMb: 2000,
      quotaUnconfirmedMb: 50,
      diskReserveMb: undefined,
      tokenTtlSeconds: 604800,
      trustProxy: 0,
      telemetry: false,
      shop: { shipping: 1000, freeAbove: 10_000, taxPercent: 10 },
      backup: { at: '02:30', keep: [7, 5, 12], drills: true, s3: { region: 'us-east-1' } },
    })
    expect(readConfig({ PORT: '', SITE_NAME: '' })).toEqual(readConfig({}))
  })

  test('reads the settings', () => {
    const links = 'Facebook=https://facebook.com/x, https://www.youtube.com/@y?a=b'
    const admin = { ADMIN_EMAIL: 'keeper@example.org', ADMIN_PASSWORD: 'Sample secret 1' }
    const config = readConfig({ ...s3, ...admin, PORT: '0', BASE_URL: 'https://a.example/', FOLLOW_LINKS: links })
    expect(config.s3).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'urithi',
      accessKeyId: 'key',
      secretAccessKey: 'hidden-secret',
      region: 'us-east-1',
    })
    expect(config.admin).toEqual({ email: 'keeper@example.org', password: 'Sample secret 1' })
    expect(config.baseUrl).toBe('https://a.example')
    expect(config.followLinks).toEqual([
      { label: 'Facebook', url: 'https://facebook.com/x' },
      { label: 'youtube.com', url: 'https://www.youtube.com/@y?a=b' },
    ])
    const shop = { SHOP_SHIPPING: '0', SHOP_FREE_ABOVE: '250', SHOP_TAX_PERCENT: '16' }
    expect(readConfig(shop).shop).toEqual({ shipping: 0, freeAbove: 25_000, taxPercent: 16 })
    expect(readConfig({ REQUIRE_MFA: 'admin, keeper,admin' }).requireMfa).toEqual(['admin', 'keeper'])
    expect(readConfig({ DATABASE_URL: 'postgres://u:p@/db?host=/run' }).databaseUrl).toBe(
      'postgres://u:p@/db?host=/run',
    )
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['HOST', 'a b'],
    ['HOST', 'http://x'],
    ['BASE_URL', 'example.org'],
    ['BASE_URL', 'ftp://example.org'],
    ['BASE_URL', 'https://example.org/path'],
    ['BASE_URL', 'https://user:hidden-secret@example.org'],
    ['DATA_DIR', import.meta.filename],
    ['DATA_DIR', join(import.meta.filename, 'data')],
    ['DATABASE_URL', 'mysql://u:hidden-secret@h/db'],
    ['DATABASE_URL', 'hidden-secret'],
    ['DATABASE_URL', '', { DATABASE_REPLICA_URL: 'postgres://u:hidden-secret@h/db' }],
    ['DATABASE_REPLICA_URL', 'hidden-secret'],
    ['DATABASE_CONNECTIONS', '1'],
    ['LOG_LEVEL', 'loud'],
    ['QUOTA_MB', '0'],
    ['QUOTA_UNCONFIRMED_MB', 'much'],
    ['DISK_RESERVE_MB', '-1'],
    ['S3_ENDPOINT', 's3.example.org', s3],
    ['S3_BUCKET', 'a/b', s3],
    ['S3_ACCESS_KEY_ID', 'a b', s3],
    ['S3_SECRET_ACCESS_KEY', 'hidden-secret with a space', s3],
    ['S3_REGION', 'eu west', s3],
    ['S3_BUCKET', '', s3],
    ['S3_ENDPOINT', '', s3],
    ['S3_ACCESS_KEY_ID', '', s3],
    ['S3_SECRET_ACCESS_KEY', '', s3],
    ['SMTP_URL', 'mail.example.org'],
    ['SMTP_URL', 'http://u:hidden-secret@mail.example.org'],
    ['AUTH_SECRET', 'hidden-secret'],
    ['ADMIN_EMAIL', 'nobody', { ADMIN_PASSWORD: 'hidden-secret' }],
    ['ADMIN_EMAIL', '', { ADMIN_PASSWORD: 'hidden-secret' }],
    ['ADMIN_PASSWORD', '', { ADMIN_EMAIL: 'a@example.org' }],
    ['ADMIN_PASSWORD', 'eleven char', { ADMIN_EMAIL: 'a@example.org' }],
    ['MEMBERSHIP', 'closed'],
    ['REQUIRE_MFA', 'king'],
    ['REQUIRE_MFA', 'admin keeper'],
    ['REQUIRE_MFA', 'member'],
    ['SITE_NAME', '   '],
    ['SITE_NAME', 'x'.repeat(81)],
    ['CONTACT_EMAIL', 'nobody'],
    ['FOLLOW_LINKS', 'http://example.org'],
    ['FOLLOW_LINKS', 'https://a.example,Label'],
    ['FOLLOW_LINKS', 'javascript:alert(1)'],
    ['MAX_UPLOAD_MB', '0'],
    ['MAX_UPLOAD_MB', '1.5'],
    ['TOKEN_TTL_SECONDS', '-5'],
    ['TOKEN_TTL_SECONDS', '1e3'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '101'],
    ['SHOP_SHIPPING', '-1'],
    ['SHOP_SHIPPING', '10.50'],
    ['SHOP_FREE_ABOVE', '1000001'],
    ['SHOP_FREE_ABOVE', 'KES 100'],
    ['SHOP_TAX_PERCENT', '101'],
    ['SHOP_TAX_PERCENT', '16%'],
  ] as [string, string, Record<string, string>?][])('refuses %s=%s in one sentence', (name, value, others) => {
    let message = ''
    try {
      readConfig({ ...others, [name]: value })
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      message = (error as Error).message
    }
    expect(message).toMatch(new RegExp(`^${name} must [^\\n]+\\.$`))
    expect(message).not.toContain('hidden-secret')
  })
})

test('siteUrl returns the address of the site for people', () => {
  expect(siteUrl(readConfig({}))).toBe('http://127.0.0.1:3000')
  expect(siteUrl(readConfig({ HOST: '::', PORT: '0' }), 4000)).toBe('http://localhost:4000')
  expect(siteUrl(readConfig({ HOST: '::1' }))).toBe('http://[::1]:3000')
  expect(siteUrl(readConfig({ BASE_URL: 'https://a.example' }))).toBe('https://a.example')
})

describe('loadAuthSecret', () => {
  test('prefers AUTH_SECRET', () => {
    expect(loadAuthSecret({ authSecret: 'given', dataDir: folder })).toBe('given')
  })

  test('creates one private file and reuses it', () => {
    const config = { authSecret: undefined, dataDir: join(folder, 'new') }
    const secret = loadAuthSecret(config)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(loadAuthSecret(config)).toBe(secret)
    expect(statSync(join(folder, 'new', 'auth-secret')).mode & 0o777).toBe(0o600)
  })

  test('refuses a damaged file', () => {
    writeFileSync(join(folder, 'auth-secret'), 'cut')
    expect(() => loadAuthSecret({ authSecret: undefined, dataDir: folder })).toThrow(ConfigError)
  })
})
