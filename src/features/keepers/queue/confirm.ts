import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import { text } from '../text.ts'
import type { Waiting } from './schema.ts'

type Pages = InfiniteData<Awaited<ReturnType<typeof api.queue.list>>>

/** The maximum number of entries in one request. */
const atOnce = 100
const undoMs = 10_000

/** Returns functions that confirm entries in the version shown, and that undo the last confirmation. */
export function useConfirm() {
  const queryClient = useQueryClient()
  const takeOut = useTakeOut()
  const last = useRef<string[]>([])
  /**
   * The id of the toast that offers to undo. An older toast is removed, because its button would undo a different
   * confirmation from the one that it mentions.
   */
  const undoToast = useRef('')
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['queue'] })

  const undoing = useMutation({
    mutationFn: async (ids: string[]) => {
      for (const part of cut(ids)) await api.queue.unconfirm({ ids: part })
    },
    onSuccess: () => notify.info(text.waiting.undone),
    onError: (error) => notify.error(error.message),
    onSettled: refresh,
  })

  function undo() {
    const ids = last.current
    last.current = []
    notify.remove(undoToast.current)
    if (ids.length) undoing.mutate(ids)
  }

  const confirming = useMutation({
    mutationFn: async (items: Waiting[]) => {
      const done = { confirmed: [] as string[], left: [] as string[] }
      for (const part of cut(items)) {
        const { confirmed, left } = await api.queue.confirm({
          entries: part.map(({ id, updatedAt }) => ({ id, updatedAt })),
        })
        done.confirmed.push(...confirmed)
        done.left.push(...left)
        // These can be undone even if the next part fails.
        last.current = done.confirmed
        takeOut(confirmed)
      }
      return done
    },
    onSuccess: ({ confirmed, left }) => {
      const action = { label: text.waiting.undo, act: undo }
      notify.remove(undoToast.current)
      undoToast.current = notify.success(text.waiting.confirmed(confirmed.length), { action, timeout: undoMs })
      if (left.length) notify.info(text.waiting.left(left.length))
    },
    onError: (error) => notify.error(error.message),
    onSettled: refresh,
  })

  return { confirm: confirming.mutate, undo }
}

/** Returns a function that removes entries from the loaded lists without waiting for them to be loaded again. */
export function useTakeOut() {
  const queryClient = useQueryClient()
  return (ids: string[]) =>
    queryClient.setQueriesData<Pages>(
      { queryKey: ['queue', 'list'] },
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !ids.includes(id)) })),
        },
    )
}

function cut<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / atOnce) }, (_, at) => list.slice(at * atOnce, (at + 1) * atOnce))
}
