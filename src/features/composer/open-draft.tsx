import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import type { DraftKind } from '#web/drafts/draft.ts'
import { openDraft } from '#web/drafts/open.ts'
import { ApiError } from '#web/errors.ts'
import { text } from './text.ts'

type OpenDraftProps = { kind: DraftKind; children: ReactNode }

/** Shows a form. With `?draft=` in the address, it appears after that draft has loaded. */
export function OpenDraft({ kind, children }: OpenDraftProps) {
  const id = useSearchParams()[0].get('draft')
  if (!id) return children
  return (
    <Opening key={id} kind={kind} id={id}>
      {children}
    </Opening>
  )
}

function Opening({ kind, id, children }: OpenDraftProps & { id: string }) {
  const opened = useQuery({
    queryKey: ['draft', id],
    queryFn: async () => {
      await openDraft(kind, id)
      return true
    },
    // The form holds the draft from now on, so it must not be reloaded.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
    gcTime: 0,
  })
  if (opened.data) return children
  const isGone = opened.error instanceof ApiError && opened.error.status === 404
  if (isGone)
    return (
      <EmptyState
        slim
        plain
        title={text.draftGone}
        actions={<ButtonLink to="/dashboard/posts">{text.myPosts}</ButtonLink>}
      >
        {text.draftGoneHint}
      </EmptyState>
    )
  return <Loaded query={opened} loading={{ label: text.loading }} failed={text.draftFailed} />
}
