import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { SiteSetting } from '#core/context.ts'
import { roles } from '#core/permission.ts'
import { logLevels } from '../observability/log.ts'
import { canBeFolder } from '../storage/file-owner.ts'
import { writeNewFile } from '../storage/private-file.ts'

/**
 * An invalid setting, which keeps the server from starting. Its message is for the person who runs the site and never
 * contains a secret.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const matching = (pattern: RegExp, rule: string) => z.string(rule).regex(pattern, rule)

const integer = (min: number, max: number, rule: string) =>
  z
    .string()
    .regex(/^\d{1,16}$/, rule)
    .transform(Number)
    .refine((value) => value >= min && value <= max, rule)

const positive = integer(1, Number.MAX_SAFE_INTEGER, 'must be a positive whole number')
const hundred = integer(0, 100, 'must be a whole number from 0 to 100')
const shillings = integer(0, 1_000_000, 'must be a whole number of shillings, at most 1000000')

const webAddress = (rule: string) =>
  z
    .string()
    .refine((text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text), rule)
    .transform((text) => new URL(text))

const s3Endpoint = webAddress('must be an http:// or https:// address').transform((url) => url.href.replace(/\/$/, ''))
const s3Region = matching(/^[\w-]+$/, 'must be a region name such as eu-west-1')
const passphrase = z.string().min(12, 'must be at least 12 characters long')

const otlpEndpoint = webAddress('must be an http:// or https:// address').optional()

const baseUrlRule = 'must be an http:// or https:// address without a path, such as https://heritage.example.org'
const emailRule = 'must be an email address'
const mfaRule = `must name roles, separated by commas: ${roles.slice(0, -1).join(', ')} or ${roles.at(-1)}`
const linksRule = 'must be comma-separated https:// addresses, each optionally as Label=https://…'

const Link = z.string().transform((text, issues) => {
  const [, label, address = ''] = /^(?:([^=:/]+)=)?(https:\/\/\S+)$/i.exec(text.trim()) ?? []
  if (!URL.canParse(address)) {
    issues.addIssue({ code: 'custom', message: linksRule })
    return z.NEVER
  }
  const { href, hostname } = new URL(address)
  return { label: label?.trim() || hostname.replace(/^www\./, ''), url: href }
})

const Environment = z.object({
  PORT: integer(0, 65535, 'must be a whole number from 0 to 65535').default(3000),
  HOST: matching(/^[\w.:%-]+$/, 'must be a host name or an IP address').default('127.0.0.1'),
  BASE_URL: webAddress(baseUrlRule)
    .refine((url) => url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password, baseUrlRule)
    .transform((url) => url.origin)
    .optional(),
  DATA_DIR: z
    .string()
    .default('./var')
    .transform((path) => resolve(path))
    .refine(canBeFolder, 'must be a folder'),
  DATABASE_URL: matching(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address').optional(),
  DATABASE_REPLICA_URL: matching(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address').optional(),
  DATABASE_CONNECTIONS: integer(2, 500, 'must be a whole number from 2 to 500').default(20),
  S3_ENDPOINT: s3Endpoint.optional(),
  S3_BUCKET: matching(/^[\w.-]{1,255}$/, 'must be a bucket name of letters, digits, dots and hyphens').optional(),
  S3_ACCESS_KEY_ID: matching(/^\S+$/, 'must not contain spaces').optional(),
  S3_SECRET_ACCESS_KEY: matching(/^\S+$/, 'must not contain spaces').optional(),
  S3_REGION: s3Region.default('us-east-1'),
  SMTP_URL: z
    .string()
    .refine(
      (text) => /^smtps?:\/\/[^\s/]/i.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
      'must be an smtp:// or smtps:// address',
    )
    .optional(),
  AUTH_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  ADMIN_EMAIL: z.email(emailRule).optional(),
  ADMIN_PASSWORD: z.string().min(12, 'must be at least 12 characters long').optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
  MEMBERSHIP: z.enum(['open', 'approval'], 'must be open or approval').default('open'),
  REQUIRE_MFA: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(z.enum(roles, mfaRule)))
    .default([]),
  SITE_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(80, 'must be at most 80 characters long')
    .default('Marakwet Heritage'),
  CONTACT_EMAIL: z.email(emailRule).optional(),
  FOLLOW_LINKS: z
    .string()
    .transform((text) => text.split(',').filter((part) => part.trim()))
    .pipe(z.array(Link))
    .default([]),
  MAX_UPLOAD_MB: positive.default(10),
  QUOTA_MB: positive.default(2000),
  QUOTA_UNCONFIRMED_MB: positive.default(50),
  DISK_RESERVE_MB: integer(0, 1_000_000_000, 'must be a whole number').optional(),
  TOKEN_TTL_SECONDS: positive.default(604_800),
  TRUST_PROXY: hundred.default(0),
  SHOP_SHIPPING: shillings.default(10),
  SHOP_FREE_ABOVE: shillings.default(100),
  SHOP_TAX_PERCENT: hundred.default(10),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint,
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  BACKUP_TO: z.string().trim().optional(),
  BACKUP_AT: matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in UTC, such as 02:30').default('02:30'),
  BACKUP_KEEP: matching(/^\d{1,3}(,\d{1,3}){2}$/, 'must be numbers of daily, weekly and monthly backups, as in 7,5,12')
    .default('7,5,12')
    .transform((text) => text.split(',').map(Number) as [days: number, weeks: number, months: number]),
  BACKUP_DRILL: z.enum(['monthly', 'off'], 'must be monthly or off').default('monthly'),
  BACKUP_PASSPHRASE: passphrase.optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  BACKUP_S3_ENDPOINT: s3Endpoint.optional(),
  BACKUP_S3_ACCESS_KEY_ID: matching(/^\S+$/, 'must not contain spaces').optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: matching(/^\S+$/, 'must not contain spaces').optional(),
  BACKUP_S3_REGION: s3Region.optional(),
})

const backupS3Names = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const
const fixable: Record<SiteSetting, string> = {
  name: 'SITE_NAME',
  contactEmail: 'CONTACT_EMAIL',
  followLinks: 'FOLLOW_LINKS',
}
const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const adminNames = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const

/** Validated settings: sizes in MB, times in seconds, `dataDir` absolute, unset values undefined. */
export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings from the environment; an empty variable counts as unset.
 * @throws {ConfigError} with one sentence that names the first wrong variable and what it allows
 */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  if (variables.DATABASE_REPLICA_URL && !variables.DATABASE_URL)
    throw new ConfigError('DATABASE_URL must be set too, because DATABASE_REPLICA_URL names a replica of it.')
  requireTogether(variables, s3Names)
  requireTogether(variables, adminNames)
  requireTogether(variables, backupS3Names)
  const e = parsed.data
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = e
  const { S3_SECRET_ACCESS_KEY: secretAccessKey, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = e
  return {
    port: e.PORT,
    host: e.HOST,
    baseUrl: e.BASE_URL,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databaseConnections: e.DATABASE_CONNECTIONS,
    replicaUrl: e.DATABASE_REPLICA_URL,
    s3:
      endpoint && bucket && accessKeyId && secretAccessKey
        ? { endpoint, bucket, accessKeyId, secretAccessKey, region: e.S3_REGION }
        : undefined,
    smtpUrl: e.SMTP_URL,
    authSecret: e.AUTH_SECRET,
    admin: email && password ? { email, password } : undefined,
    membership: e.MEMBERSHIP,
    requireMfa: [...new Set(e.REQUIRE_MFA)],
    siteName: e.SITE_NAME,
    contactEmail: e.CONTACT_EMAIL,
    followLinks: e.FOLLOW_LINKS,
    /** Settings that admins can't change in the browser, because the environment sets them. */
    fixed: (Object.keys(fixable) as SiteSetting[]).filter((setting) => fixable[setting] in variables),
    maxUploadMb: e.MAX_UPLOAD_MB,
    quotaMb: e.QUOTA_MB,
    /** It is never more than the quota of a confirmed account. */
    quotaUnconfirmedMb: Math.min(e.QUOTA_UNCONFIRMED_MB, e.QUOTA_MB),
    diskReserveMb: e.DISK_RESERVE_MB,
    tokenTtlSeconds: e.TOKEN_TTL_SECONDS,
    trustProxy: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN,
    /** True if spans are sent; the OpenTelemetry library reads its other variables itself. */
    telemetry:
      (e.OTEL_EXPORTER_OTLP_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
      e.OTEL_TRACES_EXPORTER !== 'none' &&
      e.OTEL_SDK_DISABLED?.toLowerCase() !== 'true',
    backup: {
      to: e.BACKUP_TO,
      at: e.BACKUP_AT,
      keep: e.BACKUP_KEEP,
      drills: e.BACKUP_DRILL === 'monthly',
      passphrase: e.BACKUP_PASSPHRASE ?? (e.BACKUP_PASSPHRASE_FILE && readPassphrase(e.BACKUP_PASSPHRASE_FILE)),
      /** Credentials of the backup bucket; the site's own by default. */
      s3: {
        endpoint: e.BACKUP_S3_ENDPOINT ?? endpoint,
        accessKeyId: e.BACKUP_S3_ACCESS_KEY_ID ?? accessKeyId,
        secretAccessKey: e.BACKUP_S3_SECRET_ACCESS_KEY ?? secretAccessKey,
        region: e.BACKUP_S3_REGION ?? e.S3_REGION,
      },
    },
    /** The amounts are in minor units. */
    shop: {
      shipping: e.SHOP_SHIPPING * 100,
      freeAbove: e.SHOP_FREE_ABOVE * 100,
      taxPercent: e.SHOP_TAX_PERCENT,
    },
  }
}

function readPassphrase(path: string): string {
  const rule = 'BACKUP_PASSPHRASE_FILE must name a file that this user can read, with 12 characters or more.'
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (passphrase.safeParse(text).success) return text
  } catch {}
  throw new ConfigError(rule)
}

function requireTogether(variables: Record<string, unknown>, names: readonly string[]) {
  const missing = names.find((name) => !(name in variables))
  if (missing && names.some((name) => name in variables)) {
    throw new ConfigError(`${missing} must be set too, because ${names.join(', ')} only work together.`)
  }
}

/** Returns the site's base URL without a trailing slash. @param port the port that the server listens on */
export function siteUrl(config: Pick<Config, 'baseUrl' | 'host' | 'port'>, port = config.port): string {
  if (config.baseUrl) return config.baseUrl
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin
}

/**
 * Returns the secret that signs tokens and upload addresses: AUTH_SECRET, or one created once in `DATA_DIR/auth-secret`
 * (0600). Processes that start together get the same one.
 * @throws {ConfigError} if the file is too short
 */
export function loadAuthSecret(config: Pick<Config, 'authSecret' | 'dataDir'>): string {
  if (config.authSecret) return config.authSecret
  const path = join(config.dataDir, 'auth-secret')
  const secret = readStoredSecret(path) ?? makeSecret(config.dataDir, path)
  if (secret.length < 32)
    throw new ConfigError(
      'The file auth-secret in DATA_DIR is damaged. Restore it, or delete it to log everyone out and reset authenticator apps.',
    )
  return secret
}

function readStoredSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function makeSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeNewFile(draft, `${randomBytes(48).toString('base64url')}\n`)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
