import { and, eq, sql } from 'drizzle-orm'
import { type AccountRow, ownAccount } from '#accounts/account.ts'
import { requireMailDomain } from '#accounts/mail-domain.ts'
import { changePreferences } from '#accounts/preferences.ts'
import { refusals } from '#accounts/refusals.ts'
import { claimFile } from '#content/media/claim.ts'
import { mediaJobs } from '#content/media/job-types.ts'
import { namedFile } from '#content/media/named-files.ts'
import { addressOf } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { refused } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { requireRecentSignIn } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { requestEmail } from '../email/queries.ts'
import { requirePassword } from '../password/operations.ts'
import { namesOf, preferencesOf, presentUser } from '../queries.ts'
import { Photo, Preferences, PreferencesChange, Profile, ProfileChange } from '../schema.ts'
import { findBroken } from '../stranger-mail/queries.ts'

export const profile = {
  profile: operation('GET', '/auth/profile', 'account', {
    legacy: 'profile',
    summary: 'Read your profile',
    output: Profile,
    handler: async (ctx) => presentProfile(ctx, await ownAccount(ctx)),
  }),

  updateProfile: operation('PUT', '/auth/profile', 'account', {
    legacy: 'profile',
    summary: 'Change your profile; a new email requires your password, and takes effect once it is confirmed',
    input: ProfileChange.partial(),
    output: Profile,
    transaction: false,
    async handler(ctx, { email, currentPassword, socialLinks, ...change }) {
      const before = await ownAccount(ctx)
      const newEmail = email !== before.email && email !== before.pendingEmail ? email : undefined
      const { firstName, lastName } = { ...namesOf(before), ...change }
      if (newEmail) {
        // Without a second factor, the password typed here is proof enough.
        if (ctx.viewer?.hasSecondFactor) requireRecentSignIn(ctx.viewer)
        await requirePasswordForEmail(ctx, before, currentPassword)
        await ctx.limits.take('mail', before.id)
        await requireMailDomain(ctx, newEmail, 'email')
      }
      return ctx.transaction(async (inside) => {
        const names = { firstName, lastName: lastName ?? '', name: `${firstName} ${lastName ?? ''}`.trim() }
        const links = { ...before.socialLinks, ...socialLinks }
        const [row] = await inside.db
          .update(accounts)
          .set({ ...change, ...names, socialLinks: links, updatedAt: sql`now()` })
          .where(eq(accounts.id, before.id))
          .returning()
        if (!row) throw new Error('the account no longer exists')
        await audit(inside, 'account:update-profile', row.id)
        // The name is on each of the member's entries; the place, bio and links are on the member's page.
        inside.contentChanged()
        return presentProfile(
          inside,
          newEmail ? await requestEmail(inside, { ...row, passwordHash: before.passwordHash }, newEmail) : row,
        )
      })
    },
  }),

  setPhoto: operation('PUT', '/auth/profile/photo', 'account', {
    summary: 'Set your profile photo, which everyone can see',
    input: Photo,
    output: Profile,
    files: ({ fileUrl }) => namedFile('fileUrl', fileUrl),
    async handler(ctx, { fileUrl }) {
      const before = await ownAccount(ctx)
      if (fileUrl === before.avatar) return presentProfile(ctx, before)
      const fileId = await claimFile(ctx, fileUrl, { path: 'fileUrl', kinds: ['image'] })
      await mediaJobs.variants.add(ctx, { fileId })
      return changePhoto(ctx, addressOf(fileId))
    },
  }),

  removePhoto: operation('DELETE', '/auth/profile/photo', 'account', {
    summary: 'Remove your profile photo',
    output: Profile,
    handler: (ctx) => changePhoto(ctx, null),
  }),

  preferences: operation('GET', '/auth/preferences', 'account', {
    legacy: 'preference',
    summary: 'Read your preferences',
    output: Preferences,
    handler: async (ctx) => preferencesOf(await ownAccount(ctx)),
  }),

  updatePreferences: operation('PUT', '/auth/preferences', 'account', {
    legacy: 'preference',
    summary: 'Change your preferences',
    input: PreferencesChange,
    output: Preferences,
    async handler(ctx, change) {
      const row = await changePreferences(ctx.db, ctx.viewer?.id ?? '', change)
      if (!row) throw new Error('the account no longer exists')
      await audit(ctx, 'account:update-preferences', row.id)
      return preferencesOf(row)
    },
  }),
}

async function presentProfile(ctx: Context, row: AccountRow): Promise<Profile> {
  const { facebook = '', twitter = '', instagram = '', linkedin = '' } = row.socialLinks
  return {
    ...presentUser(ctx.site, row),
    ...namesOf(row),
    pendingEmail: row.pendingEmail,
    brokenEmail: await findBroken(ctx, [row.email, row.pendingEmail]),
    phone: row.phone,
    place: row.place,
    bio: row.bio,
    publicPage: row.publicPage,
    socialLinks: { facebook, twitter, instagram, linkedin },
    createdAt: row.createdAt,
  }
}

/**
 * Throws Invalid on `currentPassword` unless it is the account's password, because a stolen session alone must not be
 * enough to take over the account. Throws TooMany after many wrong guesses.
 */
async function requirePasswordForEmail(ctx: Context, row: AccountRow, password: string | undefined): Promise<void> {
  if (!password) throw refused('currentPassword', refusals.passwordForEmail)
  await requirePassword(ctx, row, password, 'currentPassword')
}

/** Replaces or removes the photo. The previous file loses its owner, and a job deletes its bytes. */
async function changePhoto(ctx: Context, avatar: string | null): Promise<Profile> {
  const me = eq(accounts.id, ctx.viewer?.id ?? '')
  const [before] = await ctx.db.select().from(accounts).where(me).for('update')
  const [row] = await ctx.db.update(accounts).set({ avatar, updatedAt: sql`now()` }).where(me).returning()
  if (!row) throw new Error('the account no longer exists')
  const old = before?.avatar?.slice(addressOf('').length)
  if (old) {
    await ctx.db
      .update(files)
      .set({ uploaderId: null })
      .where(and(eq(files.id, old), eq(files.uploaderId, row.id)))
    await mediaJobs.remove.add(ctx, { fileIds: [old] })
  }
  await audit(ctx, avatar ? 'account:set-photo' : 'account:remove-photo', row.id)
  ctx.contentChanged()
  return presentProfile(ctx, row)
}
