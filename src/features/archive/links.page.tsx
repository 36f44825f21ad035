import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pageOf } from '#content/entry/address.ts'
import type { Link } from '#content/entry/link/schema.ts'
import { text } from '#content/entry/link/text.ts'
import { BriefRow } from '#content/entry/list/brief.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { usePaged } from '#web/paged.ts'
import { notify } from '#web/toasts.ts'
import type { Route } from './+types/links.page.ts'
import { AddLink } from './add-link.tsx'

const pageSize = 50

export const meta = titled(() => text.pageTitle)

/** The page where keepers add and remove links of archive entries, and authors do the same for their own entries. */
export default function LinksPage({ params: { id } }: Route.ComponentProps) {
  const entry = useAnswer(['entry', id], (options) => api.archive.brief({ id }, options), { retry: false })
  return (
    <div className="mid stack gap-6">
      <h1>{text.pageTitle}</h1>
      <Loaded query={entry} loading={{ count: 3, label: text.loading }} failed={text.failed} missing={text.missing} />
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
    <Section id="related" title={text.title}>
      <PagedRows
        list={list}
        items={items}
        loading={{ count: 3, label: text.loading }}
        failed={text.failed}
        none={<p className="dim">{text.none}</p>}
        row={(link) => <LinkRow key={link.id} id={id} link={link} />}
      />
    </Section>
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
