import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type EntryKind, pageOf } from '#content/entry/address.ts'
import { ReportFields, useReport } from '#content/entry/report/form.tsx'
import { text } from '#content/entry/report/text.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { titled } from '#web/head.ts'

export const meta = titled(() => text.title)

/** Shows the report form on its own page, which reading pages link to; `?entry=` is the id of the entry. */
export default function ReportPage() {
  const id = useSearchParams()[0].get('entry') ?? ''
  const entry = useAnswer(['entry', id], (options) => api.archive.brief({ id }, options), {
    retry: false,
    enabled: id !== '',
  })
  const missing = id === '' || (entry.error instanceof ApiError && entry.error.status === 404)
  return (
    <div className="narrow stack gap-5">
      <h1>{text.title}</h1>
      {entry.isLoading && <Skeleton shape="list" count={2} />}
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

function ReportForm({ entry }: { entry: { id: string; type: EntryKind; title: string } }) {
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
    <CheckedForm className="stack gap-5" onSubmit={form.submit}>
      <ReportFields form={form} about={<p className="strong break">{text.about(entry.title)}</p>} />
      <div className="row form-actions">
        <Button type="submit" busy={form.busy}>
          {text.send}
        </Button>
        <ButtonLink variant="text" href={page}>
          {text.back}
        </ButtonLink>
      </div>
    </CheckedForm>
  )
}
