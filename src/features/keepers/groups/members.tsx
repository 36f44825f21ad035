import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Byline } from '#ui/byline.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { formatDate } from '#ui/formats.ts'
import { ListRow } from '#ui/list.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { text } from './text.ts'

const pageSize = 50

/** Who belongs to the group, by name. */
export function Members({ groupId }: { groupId: string }) {
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  const { list, items } = usePaged(['group', groupId, 'members'], (page, options) =>
    api.group.members({ id: groupId, limit: pageSize, ...page }, options),
  )
  async function take(accountId: string, name: string) {
    await api.group.removeMember({ id: groupId, accountId })
    notify.success(text.taken(name))
    void queryClient.invalidateQueries({ queryKey: ['group'] })
  }
  return (
    <section className="stack" aria-labelledby="members">
      <h2 className="t2" id="members">
        {text.whoBelongs}
      </h2>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={3} label={text.loading} />}
        failed={text.membersFailed}
        none={<p className="dim">{text.nobody}</p>}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map(({ id, name, avatar, addedAt }) => (
              <ListRow
                key={id}
                action={
                  <ConfirmButton label={text.take} of={name} title={text.takeTitle(name)} act={() => take(id, name)}>
                    {text.takeBody}
                  </ConfirmButton>
                }
              >
                <Byline name={name} photo={avatar} date={text.since(formatDate(addedAt, setting))} dateTime={addedAt} />
              </ListRow>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

/** Searches the members of the site and adds one. */
export function AddMember({ groupId }: { groupId: string }) {
  const [q, setQ] = useState('')
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  const found = useQuery({
    enabled: q !== '',
    queryKey: ['group', groupId, 'candidates', q],
    queryFn: ({ signal }) => api.group.candidates({ id: groupId, q }, { signal }),
    staleTime: 0,
  })
  const add = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => api.group.addMember({ id: groupId, accountId: id }),
    onSuccess: (_group, { name }) => {
      notify.success(text.added(name))
      void queryClient.invalidateQueries({ queryKey: ['group'] })
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <section className="stack" aria-labelledby="add-member">
      <h2 className="t2" id="add-member">
        {text.addMember}
      </h2>
      <SearchForm
        label={text.search}
        placeholder={text.search}
        submit={text.submit}
        onSubmit={(event) => {
          event.preventDefault()
          setQ(String(new FormData(event.currentTarget).get('q') ?? '').trim())
        }}
      />
      <div role="status">
        {found.isLoading && <Skeleton shape="list" count={1} label={text.searching} />}
        {found.data?.items.length === 0 && <p className="dim">{text.nobodyFound}</p>}
      </div>
      {found.isError && (
        <ErrorState title={text.searchFailed} onRetry={() => found.refetch()} busy={found.isFetching}>
          {found.error.message}
        </ErrorState>
      )}
      {found.data && found.data.items.length > 0 && (
        <ul className="list">
          {found.data.items.map(({ id, name, avatar, memberSince }) => (
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
    </section>
  )
}
