import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { text } from './text.ts'

const pageSize = 50

/** Lists the members of a group by name. */
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
    <Section id="members" title={text.whoBelongs}>
      <PagedRows
        list={list}
        items={items}
        loading={{ count: 3, label: text.loading }}
        failed={text.membersFailed}
        none={<p className="dim">{text.nobody}</p>}
        row={({ id, name, avatar, addedAt }) => (
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
        )}
      />
    </Section>
  )
}

/** Searches the site's members and adds one to the group. */
export function AddMember({ groupId }: { groupId: string }) {
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
