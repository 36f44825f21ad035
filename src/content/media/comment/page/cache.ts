import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { Comment, Replies, Thread, Threads } from '../schema.ts'

export const keyOfThreads = (entryId: string) => ['comment', entryId]
export const keyOfThread = (entryId: string, id: string) => ['comment', entryId, 'thread', id]
const keyOfAllReplies = ['comment', 'replies']
export const keyOfReplies = (id: string) => [...keyOfAllReplies, id]

type Loaded = InfiniteData<Threads>
type LoadedReplies = InfiniteData<z.infer<typeof Replies>>

/** Returns functions that immediately update the comments on a page, before they are loaded again. */
export function useCommentCache(entryId: string) {
  const queryClient = useQueryClient()
  return useMemo(() => cacheOf(queryClient, entryId), [queryClient, entryId])
}

function cacheOf(queryClient: QueryClient, entryId: string) {
  const key = keyOfThreads(entryId)
  /** Applies a change to every thread, in the list and opened alone; null removes it from the list. */
  function change(each: (thread: Thread) => Thread | null, added?: Thread) {
    queryClient.setQueryData<Loaded>(key, (now) => {
      if (!now) return now
      const pages = now.pages.map((page) => ({ ...page, items: page.items.flatMap((thread) => each(thread) ?? []) }))
      const [first, ...rest] = pages
      return { ...now, pages: first && added ? [{ ...first, items: [added, ...first.items] }, ...rest] : pages }
    })
    queryClient.setQueriesData<Thread>(
      { queryKey: [...key, 'thread'] },
      (thread) => thread && (each(thread) ?? undefined),
    )
  }
  /** Applies a change to the replies after the first ones; null removes one. */
  function changeReplies(each: (reply: Comment) => Comment | null) {
    queryClient.setQueriesData<LoadedReplies>({ queryKey: keyOfAllReplies }, (now) => {
      if (!now) return now
      return {
        ...now,
        pages: now.pages.map((page) => ({ ...page, items: page.items.flatMap((one) => each(one) ?? []) })),
      }
    })
  }
  return {
    add(comment: Comment) {
      if (!comment.parentId) return change((thread) => thread, { ...comment, replies: [], moreReplies: null })
      change((thread) =>
        thread.id === comment.parentId ? { ...thread, replies: [...thread.replies, comment] } : thread,
      )
    },
    replace(comment: Comment) {
      changeReplies((reply) => (reply.id === comment.id ? comment : reply))
      change((thread) =>
        thread.id === comment.id
          ? { ...thread, ...comment }
          : { ...thread, replies: thread.replies.map((reply) => (reply.id === comment.id ? comment : reply)) },
      )
    },
    /** Removes a comment. Returns a function that brings it back. */
    remove({ id }: Comment): () => void {
      const before = [
        ...queryClient.getQueriesData<Loaded | Thread>({ queryKey: key }),
        ...queryClient.getQueriesData<LoadedReplies>({ queryKey: keyOfAllReplies }),
      ]
      changeReplies((reply) => (reply.id === id ? null : reply))
      change((thread) => {
        if (thread.id !== id) return { ...thread, replies: thread.replies.filter((reply) => reply.id !== id) }
        if (thread.replies.length === 0) return null
        return { ...thread, author: null, text: '', voice: null, state: 'deleted', may: [] }
      })
      return () => {
        for (const [one, data] of before) queryClient.setQueryData(one, data)
      }
    },
    refresh: () => queryClient.invalidateQueries({ queryKey: ['comment'] }),
  }
}
