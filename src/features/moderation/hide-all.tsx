import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import { ReasonDialog } from './decide.tsx'
import { text } from './text.ts'

type Props = { account: { id: string; name: string } }

/** Shows a button that hides the posts and comments of an account, after showing how many the moderator can hide. */
export function HideAll({ account }: Props) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="text" onClick={() => setAsking(true)}>
        {text.hideAll}
        <span className="sr">{text.of(account.name)}</span>
      </Button>
      {asking && <ConfirmHiding account={account} onClose={() => setAsking(false)} />}
    </>
  )
}

function ConfirmHiding({ account: { id, name }, onClose }: Props & { onClose: () => void }) {
  const posts = useAnswer(['moderation', 'posts', id], (options) => api.moderation.countPosts({ id }, options), {
    staleTime: 0,
  })
  const title = text.hideAllTitle(name)
  const count = posts.data?.count
  if (!count)
    return (
      <Dialog open onClose={onClose} title={title} slim>
        <Loaded query={posts} loading={{ count: 1, label: text.hideAllCounting }} failed={text.hideAllFailed} />
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
