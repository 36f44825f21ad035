import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useHasRole, useUser } from '#web/session.ts'
import type { Entry } from './schema.ts'

type Group = { id: string; name: string }

/** The groups that the member belongs to. */
export function useOwnGroups() {
  const signedIn = useUser()?.admitted === true
  return useQuery({
    enabled: signedIn,
    queryKey: ['group', 'own'],
    queryFn: ({ signal }) => api.group.own({}, { signal }),
  })
}

/** The groups that the member may choose: a keeper all of them, others their own. */
export function useChoosableGroups() {
  const keeper = useHasRole('keeper')
  return useQuery({
    queryKey: ['group', 'choosable', keeper],
    queryFn: async ({ signal }): Promise<Group[]> => {
      if (!keeper) return (await api.group.own({}, { signal })).items
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

/** Whether the member would not see an entry that is limited to these groups: they neither wrote it nor are in one. */
export function useShutsOut(): (entry: { groups: string[]; author?: Entry['author'] | undefined }) => boolean {
  const user = useUser()
  const own = useOwnGroups()
  return ({ groups, author }) =>
    groups.length > 0 &&
    author?.id !== user?.id &&
    own.data !== undefined &&
    !own.data.items.some(({ id }) => groups.includes(id))
}
