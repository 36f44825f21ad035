import { z } from 'zod'
import { mailKind } from '#accounts/mail-about.ts'
import { tell } from '#content/entry/notify.ts'
import type { Context } from '#core/context.ts'
import type { Language } from '#text/language.ts'
import { mailTexts } from './mail-texts.ts'
import { readAddition, tellablePeople } from './queries.ts'

const About = z.object({ groupId: z.string(), memberId: z.string(), keeperId: z.string() })
type About = z.infer<typeof About>

/** Tells a group's members, and the authors of entries limited to it, about a member who is still in it. */
const added = mailKind({
  name: 'group-added',
  about: About,
  async compose(ctx, { id, language }, about) {
    const names = await readNames(ctx, language, about)
    const [isTold] = await tellablePeople(ctx, about.groupId, id)
    if (!names?.isMember || !isTold) return null
    const write = mailTexts[language][id === about.memberId ? 'youWereAdded' : 'memberAdded']
    return { text: write(names), url: `${ctx.site.baseUrl}/profile` }
  },
})

/** Tells a member that they were removed, unless a keeper has added them again. */
const removed = mailKind({
  name: 'group-removed',
  about: About,
  async compose(ctx, { language }, about) {
    const names = await readNames(ctx, language, about)
    if (!names || names.isMember) return null
    return { text: mailTexts[language].youWereRemoved(names), url: `${ctx.site.baseUrl}/profile` }
  },
})

export const groupMails = [added, removed]

/**
 * Emails a group's members, and the authors of entries limited to it, about a new member, regardless of their
 * preferences, so that a keeper can't secretly add a second account. The keeper who added the member gets no email.
 */
export async function tellOfAddition(ctx: Context, about: About): Promise<void> {
  for (const { id } of await tellablePeople(ctx, about.groupId))
    if (id !== about.keeperId) await tell(ctx, id, added, about)
}

/** Emails a member whom a keeper removed, so that a keeper can't secretly empty a group before adding to it. */
export function tellOfRemoval(ctx: Context, about: About): Promise<void> {
  return tell(ctx, about.memberId, removed, about)
}

async function readNames({ db, site }: Pick<Context, 'db' | 'site'>, language: Language, about: About) {
  const row = await readAddition(db, about)
  return row && { ...row, site: site.name, by: row.by ?? mailTexts[language].former }
}
