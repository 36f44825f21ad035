import type { RouterContextProvider } from 'react-router'
import { type Api, apiContext } from '#web/api.ts'
import type { PageKind } from '../address.ts'
import { shownLinks } from '../link/related.tsx'
import { idOf } from './address-id.ts'

type Given = { context: Readonly<RouterContextProvider>; params: { id?: string } }

/** Loads an entry with its links and the entries around it, for its page. Answers 404 for a malformed id. */
export async function loadEntry<T extends PageKind>({ context, params }: Given, type: T) {
  const id = idOf(params)
  const api = context.get(apiContext)
  const [entry, links, around] = await Promise.all([
    api[type as PageKind].get(id) as ReturnType<Api[T]['get']>,
    api.archive.links({ ...id, limit: shownLinks }),
    api.explore.around(id),
  ])
  return { entry, links, around }
}
