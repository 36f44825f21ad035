import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { audit } from '#content/entry/queries.ts'
import { claimFile } from '#content/media/claim.ts'
import { addressOf } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context } from '#core/context.ts'
import { mailJob } from '#core/mail.ts'
import { operation } from '#core/operation.ts'
import { accounts } from '#core/tables.ts'
import { type AccountRow, emailTaken, ownAccount, preferencesOf, presentUser, tell } from '../queries.ts'
import { Photo, Preferences, PreferencesChange, Profile, ProfileChange } from '../schema.ts'

export const profile = {
  profile: operation({
    method: 'GET',
    path: '/auth/profile',
    permission: 'account',
    legacy: 'profile',
    summary: 'Read your profile',
    input: z.object({}),
    output: Profile,
    handler: async (ctx) => presentProfile(ctx, await ownAccount(ctx)),
  }),

  updateProfile: operation({
    method: 'PUT',
    path: '/auth/profile',
    permission: 'account',
    legacy: 'profile',
    summary: 'Change your profile; a new email waits to be confirmed',
    input: ProfileChange,
    output: Profile,
    transaction: false,
    async handler(ctx, { email, socialLinks, ...change }) {
      const before = await ownAccount(ctx)
      const newEmail = email !== before.email && email !== before.pendingEmail ? email : undefined
      if (newEmail) await ctx.limits.take('mail', before.email)
      return ctx.transaction(async (inside) => {
        const name = `${change.firstName} ${change.lastName}`
        const links = { ...before.socialLinks, ...socialLinks }
        const [row] = await inside.db
          .update(accounts)
          .set({ ...change, name, socialLinks: links, updatedAt: sql`now()` })
          .where(eq(accounts.id, before.id))
          .returning()
        if (!row) throw new Error('the account has gone')
        await audit(inside, 'account:update-profile', row.id)
        if (newEmail) await askForAddress(inside, row, newEmail)
        if (name !== before.name) inside.contentChanged()
        return presentProfile(ctx, newEmail ? { ...row, pendingEmail: newEmail } : row)
      })
    },
  }),

  setPhoto: operation({
    method: 'PUT',
    path: '/auth/profile/photo',
    permission: 'account',
    summary: 'Set your profile photo, which everyone may see',
    input: Photo,
    output: Profile,
    acceptsDataUrl: true,
    async handler(ctx, { fileUrl }) {
      const before = await ownAccount(ctx)
      if (fileUrl === before.avatar) return presentProfile(ctx, before)
      const fileId = await claimFile(ctx, fileUrl, { path: 'fileUrl', kinds: ['image'] })
      await ctx.addJob('media:variants', { fileId })
      return changePhoto(ctx, addressOf(fileId))
    },
  }),

  removePhoto: operation({
    method: 'DELETE',
    path: '/auth/profile/photo',
    permission: 'account',
    summary: 'Remove your profile photo',
    input: z.object({}),
    output: Profile,
    handler: (ctx) => changePhoto(ctx, null),
  }),

  preferences: operation({
    method: 'GET',
    path: '/auth/preferences',
    permission: 'account',
    legacy: 'preference',
    summary: 'Read your preferences',
    input: z.object({}),
    output: Preferences,
    handler: async (ctx) => preferencesOf(await ownAccount(ctx)),
  }),

  updatePreferences: operation({
    method: 'PUT',
    path: '/auth/preferences',
    permission: 'account',
    legacy: 'preference',
    summary: 'Change your preferences',
    input: PreferencesChange,
    output: Preferences,
    async handler(ctx, change) {
      const [row] = await ctx.db
        .update(accounts)
        .set({ preferences: sql`${accounts.preferences} || ${JSON.stringify(change)}::jsonb`, updatedAt: sql`now()` })
        .where(eq(accounts.id, ctx.viewer?.id ?? ''))
        .returning()
      if (!row) throw new Error('the account has gone')
      await audit(ctx, 'account:update-preferences', row.id)
      return preferencesOf(row)
    },
  }),
}

function presentProfile({ site }: Pick<Context, 'site'>, row: AccountRow): Profile {
  // An account from before its profile was filled in: its first word is the first name.
  const [, first = '', last = ''] = /^(\S+)\s*(.*)$/s.exec(row.name) ?? []
  const { facebook = '', twitter = '', instagram = '', linkedin = '' } = row.socialLinks
  return {
    ...presentUser(site, row),
    firstName: row.firstName ?? first,
    lastName: row.lastName ?? last,
    pendingEmail: row.pendingEmail,
    phone: row.phone,
    bio: row.bio,
    socialLinks: { facebook, twitter, instagram, linkedin },
    createdAt: row.createdAt,
  }
}

/** The new address waits until its owner confirms it; the old one is told at once. */
async function askForAddress(ctx: Context, row: AccountRow, pendingEmail: string): Promise<void> {
  const [taken] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, pendingEmail))
  if (taken) throw emailTaken()
  await ctx.db.update(accounts).set({ pendingEmail }).where(eq(accounts.id, row.id))
  await audit(ctx, 'account:ask-change-email', row.id)
  await ctx.addJob('mail:secret', { kind: 'change-email', accountId: row.id }, mailJob)
  await tell(ctx, row, (texts, names) => texts.emailChanging(names, pendingEmail))
}

/** The photo before it belongs to nobody any more: a job removes its bytes. */
async function changePhoto(ctx: Context, avatar: string | null): Promise<Profile> {
  const me = eq(accounts.id, ctx.viewer?.id ?? '')
  const [before] = await ctx.db.select().from(accounts).where(me).for('update')
  const [row] = await ctx.db.update(accounts).set({ avatar, updatedAt: sql`now()` }).where(me).returning()
  if (!row) throw new Error('the account has gone')
  const old = before?.avatar?.slice(addressOf('').length)
  if (old) {
    await ctx.db
      .update(files)
      .set({ uploaderId: null })
      .where(and(eq(files.id, old), eq(files.uploaderId, row.id)))
    await ctx.addJob('media:remove', { fileIds: [old] })
  }
  await audit(ctx, avatar ? 'account:set-photo' : 'account:remove-photo', row.id)
  ctx.contentChanged()
  return presentProfile(ctx, row)
}
