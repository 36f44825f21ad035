import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/text-field.tsx'
import { formatDateTime } from '#ui/formats.ts'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { checklistItems } from './checklist-items.ts'
import type { Checklist as ChecklistShape } from './schema.ts'
import { text } from './text.ts'

const words = text.checklist
const queryKey = ['checklist']
type Checklist = z.infer<typeof ChecklistShape>
type Item = (typeof checklistItems)[number]

/** What a new site still needs of its admins; gone once every item is ticked. */
export function FirstSteps() {
  const heading = useId()
  const queryClient = useQueryClient()
  const list = useQuery({ queryKey, queryFn: ({ signal }) => api.admin.checklist({}, { signal }) })
  const tick = useMutation({
    mutationFn: (confirmed: Item[]) => api.admin.updateChecklist({ confirmed }),
    onSuccess: (kept) => queryClient.setQueryData(queryKey, kept),
    onError: (error) => notify.error(`${words.notKept} ${error.message}`),
  })
  if (list.isError)
    return (
      <ErrorState title={words.failed} onRetry={() => list.refetch()} busy={list.isFetching}>
        {list.error.message}
      </ErrorState>
    )
  if (!list.data) return null
  if (list.data.confirmed.length === checklistItems.length) return <Notices {...list.data} />
  // What was just ticked shows at once, also while the server is being told.
  const confirmed = tick.isPending ? tick.variables : list.data.confirmed
  return (
    <section className="block quiet stack gap-3" aria-labelledby={heading}>
      <Notices {...list.data} />
      <h2 className="t1 heavy" id={heading}>
        {words.title}
      </h2>
      <p className="small">{words.lead}</p>
      <ul className="list">
        {checklistItems.map((item) => (
          <li key={item} className="stack gap-1">
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
    </section>
  )
}

/** What the server has noticed: it stands here until it is mended, ticked or not. */
function Notices({ ffmpegMissing }: Checklist) {
  if (!ffmpegMissing) return null
  return (
    <Note look="ringed" icon="alert">
      <p className="strong">{words.noFfmpeg}</p>
      <p>{words.noFfmpegHint}</p>
    </Note>
  )
}

function stateOf(item: Item, { siteName, https, baseUrl, mail, unsentMails, backup }: Checklist): ReactNode {
  if (item === 'siteName') return words.siteName(siteName)
  if (item === 'mail') return mail === 'smtp' ? words.smtp(unsentMails) : words.outbox(unsentMails)
  if (item === 'https') return https ? words.https(baseUrl) : words.http(baseUrl)
  return (
    <>
      {words.backup(backup.planned, backup.at && formatDateTime(backup.at))} <Link to="/admin/care">{words.care}</Link>
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
