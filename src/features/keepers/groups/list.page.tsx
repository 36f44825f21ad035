import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button } from '#ui/button.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { usePaged } from '#web/paged.ts'
import { GroupDialog } from './form.tsx'
import { text } from './text.ts'

const groupPage = (id: string) => `/dashboard/keepers/groups/${id}`

export const meta = titled(() => text.title)

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
  const paged = usePaged(['group', 'list'], api.group.list, { limit: 50 })
  const add = (
    <Button icon="plus" onClick={() => setMaking(true)}>
      {text.add}
    </Button>
  )
  return (
    <>
      <p>{text.lead}</p>
      {paged.items.length > 0 && <p>{add}</p>}
      <PagedRows
        {...paged}
        loading={{ count: 3 }}
        failed={text.failed}
        none={
          <EmptyState slim title={text.none} actions={add}>
            {text.noneHint}
          </EmptyState>
        }
        row={({ id, name, about, members }) => (
          <ListRow key={id} action={<span className="small dim">{text.members(members)}</span>}>
            <h2 className="t1 break">
              <Link to={groupPage(id)}>{name}</Link>
            </h2>
            {about && <p className="small dim break">{about}</p>}
          </ListRow>
        )}
      />
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
