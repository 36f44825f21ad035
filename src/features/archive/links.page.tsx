import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageOf } from '#content/entry/address.ts'
import { BriefRow } from '#content/entry/brief.tsx'
import type { Link } from '#content/entry/link/schema.ts'
import { text } from '#content/entry/link/text.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { usePaged } from '#web/paged.ts'
import type { Route } from './+types/links.page.ts'
import { AddLink } from './add-link.tsx'

const pageSize = 50

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.pageTitle} | ${matches[0].loaderData?.siteName}` }]
}

/** Where keepers, and authors of their own, say what an entry belongs together with. */
export default function LinksPage({ params: { id } }: Route.ComponentProps) {
  const entry = useQuery({
    queryKey: ['entry', id],
    queryFn: ({ signal }) => api.archive.brief({ id }, { signal }),
    retry: false,
  })
  const missing = entry.error instanceof ApiError && entry.error.status === 404
  return (
    <div className="mid stack gap-6">
      <h1>{text.pageTitle}</h1>
      {entry.isPending && <Skeleton shape="list" count={3} label={text.loading} />}
      {entry.isError && (
        <ErrorState
          title={missing ? text.missing : text.failed}
          onRetry={missing ? undefined : () => entry.refetch()}
          busy={entry.isFetching}
        >
          {missing ? undefined : entry.error.message}
        </ErrorState>
      )}
      {entry.data && (
        <>
          <div className="stack gap-2">
            <p className="lead strong break">{text.of(entry.data.title)}</p>
            <p>{text.lead}</p>
            <p>
              <ButtonLink variant="text" className="flush" href={pageOf(entry.data)}>
                {text.back}
              </ButtonLink>
            </p>
          </div>
          <AddLink id={id} />
          <LinkList id={id} />
        </>
      )}
    </div>
  )
}

function LinkList({ id }: { id: string }) {
  const { list, items } = usePaged(
    ['links', id],
    (page, options) => api.archive.links({ id, limit: pageSize, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <section className="stack" aria-labelledby="related">
      <h2 className="t2" id="related">
        {text.title}
      </h2>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={3} label={text.loading} />}
        failed={text.failed}
        none={<p className="dim">{text.none}</p>}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map((link) => (
              <LinkRow key={link.id} id={id} link={link} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function LinkRow({ id, link }: { id: string; link: Link }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.archive.unlink({ id, linkId: link.id }),
    onSuccess: () => {
      notify.success(text.removed)
      return queryClient.invalidateQueries({ queryKey: ['links'] })
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <BriefRow
      entry={link.entry}
      note={text.relations[link.relation]}
      action={
        <Button
          variant="line"
          sq
          icon="x"
          label={`${text.remove} ${text.removeOf(link.entry.title)}`}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        />
      }
    />
  )
}
