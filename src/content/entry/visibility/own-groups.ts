import { useQuery } from '@tanstack/react-query'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { mayChooseEveryGroup } from '../policy.ts'
import type { Entry } from '../schema.ts'

type Group = { id: string; name: string }

export function useOwnGroups() {
  const signedIn = useUser()?.admitted === true
  return useAnswer(['group', 'own'], (options) => api.group.own({}, options), { enabled: signedIn })
}

/** Returns the groups that the member may choose: all for a keeper, else their own. */
export function useChoosableGroups() {
  const mayChooseAll = mayChooseEveryGroup(useUser())
  return useQuery({
    queryKey: ['group', 'choosable', mayChooseAll],
    queryFn: async ({ signal }): Promise<Group[]> => {
      if (!mayChooseAll) return (await api.group.own({}, { signal })).items
      const all: Group[] = []
      for (let lastKey: Key | null | undefined; lastKey !== null; ) {
        const page: Page = await api.group.list({ limit: 100, lastKey: lastKey ?? undefined }, { signal })
        all.push(...page.items)
        lastKey = page.lastKey
      }
      return all
    },
  })
}
type Page = Awaited<ReturnType<typeof api.group.list>>
type Key = NonNullable<Page['lastKey']>

/** Returns a function that tests whether an entry limited to these groups would be hidden from the member. */
export function useShutsOut(): (entry: { groups: string[]; author?: Entry['author'] | undefined }) => boolean {
  const user = useUser()
  const own = useOwnGroups()
  return ({ groups, author }) =>
    groups.length > 0 &&
    author?.id !== user?.id &&
    own.data !== undefined &&
    !own.data.items.some(({ id }) => groups.includes(id))
}
