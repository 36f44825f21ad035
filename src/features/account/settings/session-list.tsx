import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Session as SessionShape } from '../schema.ts'
import { text } from '../text.ts'

const words = text.sessions
const queryKey = ['account', 'sessions']
type Session = z.infer<typeof SessionShape>

/** Lists every valid session, newest first. */
export function SessionList() {
  const heading = useId()
  const { list, items: sessions } = usePaged(queryKey, (page, options) =>
    api.account.activity({ limit: 20, ...page }, options),
  )
  const others = sessions.some((session) => !session.current)
  return (
    <section className="stack gap-3" aria-labelledby={heading}>
      <div className="row split">
        <h2 className="t2" id={heading} tabIndex={-1}>
          {words.title}
        </h2>
        {others && <SignOutOthers />}
      </div>
      <PagedRows
        list={list}
        items={sessions}
        loading={{ count: 2, label: words.loading }}
        failed={words.failed}
        none={null}
        row={(session) => (
          <SessionRow key={session.id} session={session} onEnded={() => document.getElementById(heading)?.focus()} />
        )}
      />
    </section>
  )
}

/** @param onEnded called when the row and its button disappear, so that the focus can move elsewhere */
function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const setting = useDateSetting()
  const name = words.device(session.device, session.browser)
  const time = session.current ? words.now : formatDateTime(session.timestamp, setting)
  return (
    <ListRow
      lead={<Icon name={/phone|android|mobile|tablet|ipad|ios/i.test(session.device) ? 'phone' : 'laptop'} />}
      action={
        session.current ? (
          <StatusPill field="acacia">{words.current}</StatusPill>
        ) : (
          <SignOutOne id={session.id} name={name} onEnded={onEnded} />
        )
      }
    >
      <p className="strong">{name}</p>
      <p className="small dim">{session.location ? `${time}, ${session.location}` : time}</p>
    </ListRow>
  )
}

function SignOutOne({ id, name, onEnded }: { id: string; name: string; onEnded: () => void }) {
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => api.account.endSession({ id }),
    onSuccess: () => {
      notify.success(words.signedOut(name))
      onEnded()
      return queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => notify.error(`${words.notEnded} ${error.message}`),
  })
  return (
    <Button variant="line" busy={end.isPending} onClick={() => end.mutate()}>
      {words.signOut}
      <span className="sr">{words.signOutOf(name)}</span>
    </Button>
  )
}

function SignOutOthers() {
  const queryClient = useQueryClient()
  async function end() {
    const { ended } = await api.account.endOtherSessions({})
    notify.success(words.othersDone(ended))
    await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <ConfirmButton label={words.signOutOthers} title={words.othersTitle} act={end}>
      {words.othersBody}
    </ConfirmButton>
  )
}
