import type { RouterContextProvider } from 'react-router'
import type { Loaded } from '#content/media/entry-form/options.ts'
import { apiContext } from '#web/api.ts'
import { listQuery, nextAddress } from '#web/list-address.ts'
import type { TextKind } from './schema.ts'

type Given = { context: Readonly<RouterContextProvider>; request: Request }

/** Loads a page of the list, newest first, or of search results. The address contains the search and the page. */
export async function loadList<K extends TextKind>({ context, request }: Given, kind: K) {
  const { type, list, section } = kind as TextKind
  const { q, lastKey: from } = listQuery(request)
  const api = context.get(apiContext)
  const { items, lastKey } = await api[type].list({ q, limit: 24, lastKey: from })
  const { body } = q || from ? { body: null } : await api.introduction.get({ section: section.name })
  return { items: items as Loaded<K['type']>[], q, next: nextAddress(list, { q }, lastKey), introduction: body }
}
