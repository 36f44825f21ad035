import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { formatBytes, formatDateTime } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { Checkbox } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { local } from '#web/storage.ts'
import { notify } from '#web/toasts.ts'
import type { Checklist as ChecklistShape } from '../schema.ts'
import { text } from '../text.ts'
import { checklistItems } from './items.ts'

const words = text.checklist
const queryKey = ['checklist']
type Checklist = z.infer<typeof ChecklistShape>
type Item = (typeof checklistItems)[number]

/**
 * Shows the setup steps of a new site, open until an admin has seen them on this device. Once all are ticked, only
 * notices are left.
 * @param onKnown called with whether steps are left once they have loaded, the first attempt has failed, or there is no
 * signal
 */
export function FirstSteps({ onKnown }: { onKnown: (left: boolean) => void }) {
  const heading = useId()
  const seen = `first-steps-seen ${useUser()?.id}`
  const [isFirstView] = useState(() => local.read(seen) === null)
  const queryClient = useQueryClient()
  const list = useAnswer(queryKey, (options) => api.admin.checklist({}, options))
  const tick = useMutation({
    mutationFn: (confirmed: Item[]) => api.admin.updateChecklist({ confirmed }),
    onSuccess: (updated) => queryClient.setQueryData(queryKey, updated),
    onError: (error) => notify.error(`${words.notKept} ${error.message}`),
  })
  const isKnown = !list.isPending || list.fetchStatus !== 'fetching' || list.failureCount > 0
  const isLeft = list.data !== undefined && list.data.confirmed.length < checklistItems.length
  const tell = useEffectEvent(onKnown)
  useEffect(() => {
    if (isKnown) tell(isLeft)
    if (isLeft) local.write(seen, 'yes')
  }, [isKnown, isLeft, seen])
  if (list.isError)
    return (
      <ErrorState title={words.failed} onRetry={() => list.refetch()} busy={list.isFetching}>
        {list.error.message}
      </ErrorState>
    )
  if (!list.data) return null
  if (!isLeft) return <Notices {...list.data} />
  // Shows a tick immediately, while it is being saved.
  const confirmed = tick.isPending ? tick.variables : list.data.confirmed
  return (
    <section className="block quiet stack gap-3" aria-labelledby={heading}>
      <Notices {...list.data} />
      <details open={isFirstView}>
        <summary className="ev middle">
          <div className="grow">
            <h2 className="t1 heavy" id={heading}>
              {words.title}
            </h2>
            <p className="small">{words.progress(confirmed.length, checklistItems.length)}</p>
          </div>
          <Icon name="down" />
        </summary>
        <p className="small">{words.lead}</p>
        <ul className="list">
          {checklistItems.map((item) => (
            <li key={item} className="stack gap-2">
              <Checkbox
                label={words.items[item]}
                aria-describedby={`${heading}-${item}`}
                checked={confirmed.includes(item)}
                onChange={(event) =>
                  tick.mutate(event.target.checked ? [...confirmed, item] : confirmed.filter((other) => other !== item))
                }
              />
              <div className="small" id={`${heading}-${item}`}>
                {stateOf(item, list.data)}
              </div>
              {item === 'mail' && <TestMail />}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** Shows problems that the server noticed, until they are fixed. */
function Notices({ ffmpegMissing, diskLow }: Checklist) {
  return (
    <>
      {diskLow && (
        <Note look="ringed" icon="alert">
          <p className="strong">{diskLow.refusing ? words.diskFull : words.diskLow}</p>
          <p>{words.diskHint(formatBytes(diskLow.free), formatBytes(diskLow.reserve), diskLow.refusing)}</p>
        </Note>
      )}
      {ffmpegMissing && (
        <Note look="ringed" icon="alert">
          <p className="strong">{words.noFfmpeg}</p>
          <p>{words.noFfmpegHint}</p>
        </Note>
      )}
    </>
  )
}

function stateOf(item: Item, list: Checklist): ReactNode {
  const { siteName, https, baseUrl, mail, unsentMails, unconfirmedMembers, backup, secondFactor } = list
  if (item === 'siteName')
    return (
      <>
        {words.siteName(siteName)} <Link to="/admin/site">{words.changeName}</Link>
      </>
    )
  if (item === 'mail')
    return (
      <div className="stack gap-1">
        <p>{mail === 'smtp' ? words.smtp(unsentMails) : words.mailFiles(unsentMails)}</p>
        {mail === 'outbox' && <p>{words.nobodyConfirms}</p>}
        {unconfirmedMembers > 0 && (
          <p>
            {words.unconfirmed(unconfirmedMembers)} {mail === 'smtp' && words.unlisted}{' '}
            <Link to="/admin/members?status=unconfirmed">{words.confirmByHand}</Link>
          </p>
        )}
      </div>
    )
  if (item === 'secondFactor')
    return (
      <>
        {words.secondFactor(secondFactor.people, secondFactor.without)}{' '}
        <Link to="/settings">{words.secondFactorSetUp}</Link>
      </>
    )
  if (item === 'https') return https ? words.https(baseUrl) : words.http(baseUrl)
  return (
    <>
      {words.backup(backup.planned, backup.at && formatDateTime(backup.at))}{' '}
      <Link to="/admin/care">{words.viewBackups}</Link>
    </>
  )
}

function TestMail() {
  const send = useMutation({
    mutationFn: () => api.admin.sendTestMail({}),
    onSuccess: ({ email }) => notify.success(words.testSent(email)),
    onError: (error) => notify.error(`${words.testFailed} ${error.message}`),
  })
  return (
    <p>
      <Button variant="line" busy={send.isPending} onClick={() => send.mutate()}>
        {words.test}
      </Button>
    </p>
  )
}
