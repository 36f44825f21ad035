import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { ReasonDialog } from './decide.tsx'
import { text } from './text.ts'

type Props = { account: { id: string; name: string } }

/** Hides all posts of one account, once it has said how many they are. */
export function HideAll({ account }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="text" onClick={() => setAsking(true)}>
        {text.hideAll}
        <span className="sr">{text.of(account.name)}</span>
      </Button>
      {asking && <Asking account={account} onClose={() => setAsking(false)} />}
    </>
  )
}

function Asking({ account: { id, name }, onClose }: Props & { onClose: () => void }) {
  const posts = useQuery({
    queryKey: ['moderation', 'posts', id],
    queryFn: ({ signal }) => api.moderation.countPosts({ id }, { signal }),
    staleTime: 0,
  })
  const title = text.hideAllTitle(name)
  const count = posts.data?.count
  if (!count)
    return (
      <Dialog open onClose={onClose} title={title} slim>
        {posts.isPending && <Skeleton shape="list" count={1} label={text.hideAllCounting} />}
        {posts.isError && (
          <ErrorState title={text.failed} onRetry={() => posts.refetch()} busy={posts.isFetching}>
            {posts.error.message}
          </ErrorState>
        )}
        {count === 0 && <p>{text.hideAllNone}</p>}
      </Dialog>
    )
  return (
    <ReasonDialog
      title={title}
      label={text.reason}
      confirm={text.hideAllConfirm(count)}
      onClose={onClose}
      send={async (reason) => {
        const act = await api.moderation.hideAll({ id, reason })
        notify.success(text.done.all(act.count))
      }}
    >
      <p>{text.hideAllBody(count)}</p>
    </ReasonDialog>
  )
}
