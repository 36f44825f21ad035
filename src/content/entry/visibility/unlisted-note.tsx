import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { Said, SentForm } from '#ui/form/sent-form.tsx'
import { Note } from '#ui/state/note.tsx'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { useSite } from '#web/site.ts'
import { notify } from '#web/toasts.ts'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

type Props = { entry: Pick<Entry, 'unlisted' | 'author'> }

/** Tells authors that guests can't find their post until they confirm their email. Renders nothing for others. */
export function UnlistedNote({ entry: { unlisted, author } }: Props) {
  const user = useUser()
  const viewerId = useViewerId()
  if (!unlisted || !viewerId || viewerId !== author?.id) return null
  return (
    <Note look="dashed" icon="ring" action={user ? <Resend /> : <ReadingResend />}>
      <p className="strong">{text.unlisted.title}</p>
      <p className="small">{text.unlisted.hint}</p>
    </Note>
  )
}

/** Marks an addition to someone else's entry that others don't see yet. @param by the member who added it */
export function UnlistedAddition({ unlisted, by }: { unlisted?: true | undefined; by: { id: string } | null }) {
  const viewerId = useViewerId()
  if (!unlisted) return null
  return <p className="small strong">{by && by.id === viewerId ? text.unlisted.added : text.unlisted.addedBy}</p>
}

/** Returns the viewer's id, on reading pages and in the dashboard. */
function useViewerId(): string | undefined {
  const user = useUser()
  return useSite()?.viewerId ?? user?.id
}

/** The button of a reading page, which has no React. */
export function ReadingResend() {
  const { resend, resent, resendFailed } = text.unlisted
  const id = 'resent'
  return (
    <SentForm
      className="stack gap-2"
      send="POST /api/auth/resend-verification"
      said={{ words: resent, in: id }}
      failed={resendFailed}
    >
      <Button variant="line" type="submit">
        {resend}
      </Button>
      <Said id={id} />
    </SentForm>
  )
}

function Resend() {
  const send = useMutation({ mutationFn: resendConfirmation })
  return (
    <Button variant="line" busy={send.isPending} onClick={() => send.mutate()}>
      {text.unlisted.resend}
    </Button>
  )
}

/** Says after posting that guests can't find the post yet, and offers to send the email again. */
export function notifyUnlisted({ unlisted }: { unlisted?: true | undefined }, message = text.unlisted.posted): void {
  if (!unlisted) return
  const action = { label: text.unlisted.resend, act: () => void resendConfirmation() }
  notify.info(message, { timeout: false, action })
}

async function resendConfirmation(): Promise<void> {
  try {
    await api.account.resendVerification({})
    notify.success(text.unlisted.resent)
  } catch (error) {
    notify.error(error instanceof Error ? error.message : text.unlisted.resendFailed)
  }
}
