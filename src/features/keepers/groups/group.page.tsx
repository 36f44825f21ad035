import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { text as uiText } from '#ui/text.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Route } from './+types/group.page.ts'
import { GroupDialog } from './form.tsx'
import type { Group } from './schema.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** Shows a group to keepers, who can edit it and add or remove members. */
export default function GroupPage({ params: { id } }: Route.ComponentProps) {
  const group = useAnswer(['group', id], (options) => api.group.get({ id }, options), { staleTime: 0 })
  return (
    <Desk title={text.title}>
      <p>
        <ButtonLink variant="text" className="flush" to="/dashboard/keepers/groups">
          {text.back}
        </ButtonLink>
      </p>
      <Loaded query={group} loading={{ count: 3 }} failed={text.oneFailed} missing={text.missing}>
        {(data) => <Opened group={data} />}
      </Loaded>
    </Desk>
  )
}

function Opened({ group }: { group: Group }) {
  const [changing, setChanging] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id, name, about } = group
  async function remove() {
    await api.group.remove({ id })
    notify.success(text.removed)
    await navigate('/dashboard/keepers/groups')
    void queryClient.invalidateQueries({ queryKey: ['group'] })
  }
  return (
    <>
      <h2 className="break">{name}</h2>
      {about && <p className="lines break">{about}</p>}
      <div className="row">
        <Button variant="line" onClick={() => setChanging(true)}>
          {text.change}
        </Button>
        <ConfirmButton label={text.remove} deletes={name} title={text.removeTitle} act={remove}>
          {text.removeBody}
        </ConfirmButton>
      </div>
      <AddMember groupId={id} />
      <Members groupId={id} />
      {changing && (
        <GroupDialog
          group={group}
          onClose={() => setChanging(false)}
          onSaved={(saved) => {
            queryClient.setQueryData(['group', id], saved)
            void queryClient.invalidateQueries({ queryKey: ['group', 'list'] })
            setChanging(false)
          }}
        />
      )}
    </>
  )
}

function Members({ groupId }: { groupId: string }) {
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  const paged = usePaged(['group', groupId, 'members'], api.group.members, { id: groupId, limit: 50 })
  async function take(accountId: string, name: string) {
    await api.group.removeMember({ id: groupId, accountId })
    notify.success(text.taken(name))
    void queryClient.invalidateQueries({ queryKey: ['group'] })
  }
  return (
    <Section id="members" title={text.whoBelongs}>
      <PagedRows
        {...paged}
        loading={{ count: 3 }}
        failed={text.membersFailed}
        none={<p className="dim">{text.nobody}</p>}
        row={({ id, name, avatar, addedAt }) => (
          <ListRow
            key={id}
            action={
              <ConfirmButton label={uiText.remove} of={name} title={text.takeTitle(name)} act={() => take(id, name)}>
                {text.takeBody}
              </ConfirmButton>
            }
          >
            <Byline name={name} photo={avatar} date={text.since(formatDate(addedAt, setting))} dateTime={addedAt} />
          </ListRow>
        )}
      />
    </Section>
  )
}

function AddMember({ groupId }: { groupId: string }) {
  const [q, setQ] = useState('')
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  const results = useAnswer(
    ['group', groupId, 'candidates', q],
    (options) => api.group.candidates({ id: groupId, q }, options),
    { enabled: q !== '', staleTime: 0 },
  )
  const add = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => api.group.addMember({ id: groupId, accountId: id }),
    onSuccess: (_group, { name }) => {
      notify.success(text.added(name))
      void queryClient.invalidateQueries({ queryKey: ['group'] })
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <Section id="add-member" title={text.addMember}>
      <SearchForm label={text.search} placeholder={text.search} onSearch={(q) => setQ(q.trim())} />
      <div role="status">
        {results.isLoading && <Skeleton shape="list" count={1} label={text.searching} />}
        {results.data?.items.length === 0 && <p className="dim">{text.nobodyFound}</p>}
      </div>
      {results.isError && (
        <ErrorState title={text.searchFailed} onRetry={() => results.refetch()} busy={results.isFetching}>
          {results.error.message}
        </ErrorState>
      )}
      {results.data && results.data.items.length > 0 && (
        <ul className="list">
          {results.data.items.map(({ id, name, avatar, memberSince }) => (
            <ListRow
              key={id}
              action={
                <Button variant="soft" icon="plus" busy={add.isPending} onClick={() => add.mutate({ id, name })}>
                  {text.put}
                  <span className="sr"> {name}</span>
                </Button>
              }
            >
              <Byline
                name={name}
                photo={avatar}
                date={text.here(formatDate(memberSince, setting))}
                dateTime={memberSince}
              />
            </ListRow>
          ))}
        </ul>
      )}
    </Section>
  )
}
