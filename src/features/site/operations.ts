import { createHash } from 'node:crypto'
import { cleanText } from '#content/entry/write/long-text.ts'
import { claimFile } from '#content/media/claim.ts'
import { pictureAsLogo } from '#content/media/copies/decoding.ts'
import type { Context } from '#core/context.ts'
import { Invalid, type Issue, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { languages } from '#text/language.ts'
import { weaknesses } from './colours.ts'
import { addVersion, type Latest, latest, logoAddress, readLogo, storageKeyOf, versionOf, versions } from './queries.ts'
import { refusals } from './refusals.ts'
import { ByNumber, type Settings, SettingsChange, SettingsForm, Versions } from './schema.ts'
import { text } from './text.ts'

/** Settings of the site that admins change in the browser. Every change is a version; the latest 50 can be restored. */
export const site = {
  get: operation('GET', '/site', 'admin', {
    summary: 'Read the name, texts, logo and colours of the site, as admins have set them',
    output: SettingsForm,
    handler: present,
  }),

  update: operation('PUT', '/site', 'admin', {
    recentSignIn: true,
    ifMatch: true,
    summary: 'Change the name, texts, logo and colours of the site; an empty text means the default',
    input: SettingsChange,
    output: SettingsForm,
    body: 'text',
    // The logo is drawn before the transaction begins.
    transaction: false,
    async handler(ctx, { logo: newLogo, ...input }) {
      const settings = { ...input, texts: await cleanTexts(ctx, input.texts) }
      requireReadable(settings)
      const drawn = newLogo ? await drawLogo(ctx, newLogo) : null
      return save(ctx, async (inside) => {
        const before = await latest(inside.db)
        const logo = newLogo === undefined ? await logoOf(inside, before) : (drawn ?? { logo: null, logoHash: null })
        const fields = changedFields(before.settings, settings)
        if (logo.logoHash !== before.logoHash) fields.push('logo')
        await addVersion(inside, { settings, ...logo, action: 'change' }, before, { fields })
      })
    },
  }),

  reset: operation('DELETE', '/site', 'admin', {
    recentSignIn: true,
    ifMatch: true,
    summary: 'Reset the name, texts, logo and colours to the default; earlier versions can still be restored',
    output: SettingsForm,
    transaction: false,
    handler: (ctx) => restore(ctx, 0, 'reset'),
  }),

  versions: operation('GET', '/site/versions', 'admin', {
    summary: 'List the latest versions of the settings with their authors, newest first',
    output: Versions,
    handler: async ({ db }) => ({ items: await versions(db) }),
  }),

  restore: operation('POST', '/site/versions/:number/restore', 'admin', {
    recentSignIn: true,
    ifMatch: true,
    summary: 'Restore a version of the settings; number 0 is the state before the first change',
    input: ByNumber,
    output: SettingsForm,
    transaction: false,
    handler: (ctx, { number }) => restore(ctx, number, 'undo'),
  }),
}

function restore(ctx: Context, number: number, action: 'undo' | 'reset') {
  return save(ctx, async (inside) => {
    const before = await latest(inside.db)
    const version = await versionOf(inside.db, number)
    if (!version) throw new NotFound()
    // A rule for colours may have become stricter since this version was saved.
    requireReadable(version.settings)
    await addVersion(inside, { ...version, action }, before, number > 0 ? { number } : undefined)
  })
}

/** Commits a change, and reloads this instance's settings before answering. `contentChanged` tells other instances. */
async function save(ctx: Context, work: (inside: Context) => Promise<void>) {
  await ctx.transaction(work)
  await ctx.site.reload()
  return present(ctx)
}

async function present({ db, site: { name, contactEmail, followLinks, fixed } }: Context): Promise<SettingsForm> {
  const { settings, number, updatedAt, logoHash } = await latest(db)
  const current = { name, contactEmail: contactEmail ?? null, followLinks }
  return { ...settings, number, updatedAt, logo: logoAddress(logoHash), fixed: [...fixed], current }
}

/** Returns the logo of a version, even if this release can't read the version's other settings. */
async function logoOf({ db }: Context, { logoHash }: Latest) {
  return { logo: logoHash ? ((await readLogo(db, logoHash)) ?? null) : null, logoHash }
}

/** Throws Invalid with an issue for every colour that would be hard to read. */
function requireReadable({ colours }: Settings): void {
  const issues = weaknesses(colours).map(
    (weakness): Issue => ({ path: `colours.${weakness.accent}`, message: text.weak(weakness) }),
  )
  if (issues.length > 0) throw new Invalid(refusals.colours, issues)
}

/** Reduces rich texts to the allowed tags. Throws Invalid for pictures, which would need an entry of their own. */
async function cleanTexts(ctx: Context, texts: Settings['texts']): Promise<Settings['texts']> {
  const issues: Issue[] = []
  const cleaned = { ...texts }
  for (const language of languages) {
    cleaned[language] = { ...texts[language] }
    for (const name of ['about', 'contact'] as const) {
      const dirty = texts[language][name]
      const { html, text: plain, images } = await cleanText(ctx, dirty)
      if (images.length > 0) issues.push({ path: `texts.${language}.${name}`, message: refusals.picture })
      cleaned[language][name] = plain === '' ? '' : html
    }
  }
  if (issues.length > 0) throw new Invalid(undefined, issues)
  return cleaned
}

/** Returns the names of the settings that differ, for the activity log. */
function changedFields(before: Settings, after: Settings): string[] {
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const names = (['name', 'contactEmail', 'followLinks', 'colours'] as const).filter((name) =>
    differs(before[name], after[name]),
  )
  const textNames = Object.keys(after.texts.en) as (keyof Settings['texts']['en'])[]
  const texts = textNames.filter((name) => languages.some((one) => before.texts[one][name] !== after.texts[one][name]))
  return [...names, ...texts]
}

/**
 * Returns an uploaded picture as the site's logo, a square PNG without metadata. No entry uses the upload, so it is
 * deleted like any unused file. Throws Invalid with the path `logo` if there is no usable picture.
 */
async function drawLogo(ctx: Context, url: string): Promise<{ logo: Buffer; logoHash: string }> {
  const key = await ctx.transaction(async (inside) => {
    const id = await claimFile(inside, url, { path: 'logo', kinds: ['image'] })
    return storageKeyOf(inside.db, id)
  })
  const logo = key && (await pictureAsLogo(() => ctx.storage.open(key)))
  if (!logo) throw new Invalid(undefined, [{ path: 'logo', message: refusals.unreadable }])
  return { logo, logoHash: createHash('sha256').update(logo).digest('hex').slice(0, 24) }
}
