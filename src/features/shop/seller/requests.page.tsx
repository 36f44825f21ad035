import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { TextArea } from '#ui/form/text-field.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Request } from './schema.ts'
import { text } from './text.ts'

type SellerRequest = z.infer<typeof Request>

export const meta = titled(() => text.requests.title)

export default function SellerRequestsPage() {
  return (
    <AdminsOnly title={text.requests.title}>
      <Requests />
    </AdminsOnly>
  )
}

function Requests() {
  const words = text.requests
  const paged = usePaged(['selling', 'requests'], api.selling.requests, { limit: usePageSize(20) }, fresh)
  return (
    <>
      <p>
        <Link className="back" to="/admin/members">
          {words.toMembers}
        </Link>
      </p>
      <p>{words.lead}</p>
      <PagedRows
        {...paged}
        loading={{ count: 3, label: words.loading }}
        failed={words.failed}
        none={<AllDone title={words.none} />}
        row={(request) => <RequestRow key={request.id} request={request} />}
      />
    </>
  )
}

function RequestRow({ request: { id, member, about, createdAt } }: { request: SellerRequest }) {
  const words = text.requests
  const queryClient = useQueryClient()
  const setting = useDateSetting()
  const [reason, setReason] = useState('')
  const decide = useMutation({
    mutationFn: (granted: boolean) => api.selling.decide({ id, granted, ...(!granted && { reason: reason.trim() }) }),
    onSuccess: (_decided, granted) => {
      notify.success(granted ? words.granted(member.name) : words.refused(member.name))
      void queryClient.invalidateQueries({ queryKey: ['members'] })
      return queryClient.invalidateQueries({ queryKey: ['selling'] })
    },
  })

  const [missing, setMissing] = useState(false)
  async function refuse() {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') throw new Error(words.reasonMissing)
    await decide.mutateAsync(false)
  }

  return (
    <li className="stack gap-3">
      <div className="row person">
        <Avatar name={member.name} photo={member.avatar} />
        <div className="words-beside">
          <h2 className="t0 break">{member.name}</h2>
          <p className="small dim">{words.asked(formatDate(createdAt, setting))}</p>
        </div>
      </div>
      <p className="lines break prose">{about}</p>
      <div className="row">
        <Button
          busy={decide.isPending && decide.variables === true}
          onClick={() =>
            decide.mutate(true, { onError: (error) => notify.error(`${words.notDecided} ${error.message}`) })
          }
        >
          {words.grant}
          <span className="sr">: {member.name}</span>
        </Button>
        <ConfirmButton
          label={words.refuse}
          of={`: ${member.name}`}
          title={words.refuseTitle}
          act={refuse}
          body={
            <TextArea
              label={words.reason}
              rows={3}
              maxLength={1000}
              error={missing ? words.reasonMissing : undefined}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          }
        >
          {words.refuseBody(member.name)}
        </ConfirmButton>
      </div>
    </li>
  )
}
