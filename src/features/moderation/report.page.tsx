import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { pageOf } from '#content/entry/address.ts'
import { ReportFields, useReport } from '#content/entry/report/form.tsx'
import { text } from '#content/entry/report/text.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import type { Route } from './+types/report.page.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of a report as a page of its own, for reading pages: `?entry=` says which entry. */
export default function ReportPage() {
  const id = useSearchParams()[0].get('entry') ?? ''
  const entry = useQuery({
    queryKey: ['entry', id],
    queryFn: ({ signal }) => api.archive.brief({ id }, { signal }),
    retry: false,
    enabled: id !== '',
  })
  const missing = id === '' || (entry.error instanceof ApiError && entry.error.status === 404)
  return (
    <div className="narrow stack gap-5">
      <h1>{text.title}</h1>
      {entry.isLoading && <Skeleton shape="list" count={2} label={text.loading} />}
      {(entry.isError || missing) && (
        <ErrorState
          title={missing ? text.missing : text.notLoaded}
          onRetry={missing ? undefined : () => entry.refetch()}
          busy={entry.isFetching}
        >
          {missing ? undefined : entry.error?.message}
        </ErrorState>
      )}
      {entry.data && <ReportForm entry={entry.data} />}
    </div>
  )
}

function ReportForm({ entry }: { entry: { id: string; type: string; title: string } }) {
  const page = pageOf(entry)
  const [sent, setSent] = useState(false)
  const form = useReport(entry.id, () => setSent(true))
  if (sent)
    return (
      <Note look="ringed" icon="check" action={<ButtonLink href={page}>{text.back}</ButtonLink>}>
        <p className="strong">{text.sent}</p>
      </Note>
    )
  return (
    <form className="stack gap-5" noValidate onSubmit={form.submit}>
      <ReportFields form={form} about={<p className="strong break">{text.about(entry.title)}</p>} />
      <div className="row form-actions">
        <Button type="submit" busy={form.busy}>
          {text.send}
        </Button>
        <ButtonLink variant="text" href={page}>
          {text.back}
        </ButtonLink>
      </div>
    </form>
  )
}
