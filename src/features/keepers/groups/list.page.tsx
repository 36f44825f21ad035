import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { Desk } from '../desk.tsx'
import type { Route } from './+types/list.page.ts'
import { GroupDialog } from './form.tsx'
import { text } from './text.ts'

const pageSize = 50
const groupPage = (id: string) => `/dashboard/keepers/groups/${id}`

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

export default function GroupsPage() {
  return (
    <Desk title={text.title}>
      <Groups />
    </Desk>
  )
}

function Groups() {
  const [making, setMaking] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { list, items } = usePaged(['group', 'list'], (page, options) =>
    api.group.list({ limit: pageSize, ...page }, options),
  )
  const add = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      {text.add}
    </Button>
  )
  return (
    <>
      <p>{text.lead}</p>
      {items.length > 0 && <p>{add}</p>}
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={3} label={text.loading} />}
        failed={text.failed}
        none={
          <EmptyState slim title={text.none} actions={add}>
            {text.noneHint}
          </EmptyState>
        }
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map(({ id, name, about, members }) => (
              <ListRow key={id} action={<span className="small dim">{text.members(members)}</span>}>
                <h2 className="t1 break">
                  <Link to={groupPage(id)}>{name}</Link>
                </h2>
                {about && <p className="small dim break">{about}</p>}
              </ListRow>
            ))}
          </ul>
        )}
      </PagedList>
      {making && (
        <GroupDialog
          onClose={() => setMaking(false)}
          onSaved={({ id }) => {
            void queryClient.invalidateQueries({ queryKey: ['group'] })
            void navigate(groupPage(id))
          }}
        />
      )}
    </>
  )
}
