import { tell, tellMember } from '#content/entry/notify.ts'
import type { Context } from '#core/context.ts'
import { mailTexts } from './mail-texts.ts'
import { tellablePeople } from './queries.ts'
import type { Group } from './schema.ts'

type Addition = { account: { id: string; name: string }; by: { id: string; name: string } }

/**
 * Emails a group's members, and the authors of entries limited to it, about a new member, regardless of their
 * preferences, so that a keeper can't secretly add a second account. The keeper who added the member gets no email.
 */
export async function tellOfAddition(ctx: Context, group: Group, { account, by }: Addition): Promise<void> {
  for (const person of await tellablePeople(ctx, group.id)) {
    if (person.id === by.id) continue
    const facts = { group: group.name, added: account.name, by: by.name }
    const kind = person.id === account.id ? 'youWereAdded' : 'memberAdded'
    await tellMember(ctx, person, (language, site) => mailTexts[language][kind]({ site, ...facts }), groupsPage(ctx))
  }
}

/** Emails a member whom a keeper removed, so that a keeper can't secretly empty a group before adding to it. */
export function tellOfRemoval(ctx: Context, group: Group, accountId: string, by: { name: string }): Promise<void> {
  const facts = { group: group.name, by: by.name }
  return tell(
    ctx,
    accountId,
    (language, site) => mailTexts[language].youWereRemoved({ site, ...facts }),
    groupsPage(ctx),
  )
}

function groupsPage({ site }: Context) {
  return { url: `${site.baseUrl}/profile` }
}
