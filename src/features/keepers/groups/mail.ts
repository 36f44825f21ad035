import { tellMember } from '#content/entry/notify.ts'
import type { Context } from '#core/context.ts'
import type { MailText } from '#core/mail.ts'
import type { Language } from '#text/language.ts'
import { mailTexts } from './mail-texts.ts'
import { tellableMembers } from './queries.ts'
import type { Group } from './schema.ts'

type Addition = { account: { id: string; name: string }; by: { id: string; name: string } }

/**
 * Emails a group's members about a new member, regardless of their preferences, so that a keeper can't secretly add a
 * second account. The keeper who added the member gets no email.
 */
export async function tellOfAddition(ctx: Context, group: Group, { account, by }: Addition): Promise<void> {
  const url = `${ctx.site.baseUrl}/profile`
  for (const member of await tellableMembers(ctx, group.id)) {
    if (member.id === by.id) continue
    const facts = { group: group.name, added: account.name, by: by.name }
    const kind = member.id === account.id ? 'youWereAdded' : 'memberAdded'
    const write = (language: Language, names: { site: string; name: string }): MailText =>
      mailTexts[language][kind]({ ...names, ...facts }, url)
    await tellMember(ctx, member, write)
  }
}
