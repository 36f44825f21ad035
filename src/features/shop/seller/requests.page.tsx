import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { AdminsOnly } from '#features/admin/admins-only.tsx'
import { Button } from '#ui/button.tsx'
import { Avatar } from '#ui/byline.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { formatDate } from '#ui/formats.ts'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import type { Route } from './+types/requests.page.ts'
import type { Request } from './schema.ts'
import { text } from './text.ts'

const ownPageSize = 20
type Asked = z.infer<typeof Request>

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.requests.title} | ${matches[0].loaderData?.siteName}` }]
}

/** Who wants to sell, for admins to decide. */
export default function SellerRequestsPage() {
  return (
    <AdminsOnly title={text.requests.title}>
      <Requests />
    </AdminsOnly>
  )
}

function Requests() {
  const words = text.requests
  const limit = usePageSize(ownPageSize)
  const { list, items } = usePaged(
    ['selling', 'requests', limit],
    (page, options) => api.selling.requests({ limit, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <>
      <p>
        <Link className="back" to="/admin/members">
          {words.toMembers}
        </Link>
      </p>
      <p>{words.lead}</p>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={3} label={words.loading} />}
        failed={words.failed}
        none={<EmptyState slim title={words.none} />}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function RequestRow({ request: { id, member, about, createdAt } }: { request: Asked }) {
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

  async function refuse() {
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
          <span className="sr">{words.of(member.name)}</span>
        </Button>
        <ConfirmButton
          label={words.refuse}
          of={words.of(member.name)}
          title={words.refuseTitle}
          act={refuse}
          body={
            <TextArea
              label={words.reason}
              rows={3}
              maxLength={1000}
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
