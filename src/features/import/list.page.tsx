import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Desk } from '#features/keepers/desk.tsx'
import { TakeArchive } from '#features/preservation/take.tsx'
import { FileField, type PickedFile } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField } from '#ui/form/text-field.tsx'
import { formatCount, formatDateTime } from '#ui/formats.ts'
import { ListRow } from '#ui/list.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { putFile } from '#web/upload.ts'
import type { Route } from './+types/list.page.ts'
import { type ImportedType, importedTypes, largestFile, mostRows } from './schema.ts'
import { text } from './text.ts'

export const importPage = '/dashboard/keepers/import'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** Where an import begins, and those that were. */
export default function ImportsPage() {
  return (
    <Desk title={text.title}>
      <p>{text.lead}</p>
      <NewImport />
      <Earlier />
      <TakeArchive />
    </Desk>
  )
}

function NewImport() {
  const [type, setType] = useState<ImportedType>('vocabulary')
  const [file, setFile] = useState<(PickedFile & { error?: string }) | null>(null)
  const [sending, setSending] = useState<{ picked: File; abort: AbortController } | null>(null)
  const navigate = useNavigate()

  async function send(picked: File) {
    const abort = new AbortController()
    const { name, size } = picked
    setSending({ picked, abort })
    setFile({ name, size, kind: 'other', state: 'sending' })
    const onSent = (sent: number) => setFile((now) => now && { ...now, sent })
    try {
      const begun = await api.import.create({ type, fileName: name, size }, { signal: abort.signal })
      await putFile(begun.uploadUrl, picked, onSent, abort.signal)
      void navigate(`${importPage}/${begun.import.id}`)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!abort.signal.aborted) setFile((now) => now && { ...now, state: 'failed', error: message })
    }
  }

  return (
    <div className="stack">
      <SelectField
        label={text.kind}
        value={type}
        disabled={file !== null}
        onChange={({ target: { value } }) => setType(value as ImportedType)}
      >
        {importedTypes.map((one) => (
          <option key={one} value={one}>
            {text.types[one]}
          </option>
        ))}
      </SelectField>
      <FileField
        label={text.file}
        hint={text.fileHint(formatCount(mostRows), largestFile / 1024 / 1024)}
        accept=".csv,.tsv,.txt,.zip"
        file={file}
        onPick={send}
        onRetry={() => sending && send(sending.picked)}
        onRemove={() => {
          sending?.abort.abort()
          setFile(null)
        }}
      />
      <FormError title={file?.error ? text.notSent : null}>{file?.error}</FormError>
    </div>
  )
}

function Earlier() {
  const setting = useDateSetting()
  const { list, items } = usePaged(
    ['import', 'list'],
    (page, options) => api.import.list({ limit: 20, ...page }, options),
    {
      staleTime: 0,
    },
  )
  return (
    <section className="stack" aria-labelledby="earlier">
      <h2 className="t2" id="earlier">
        {text.earlier}
      </h2>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={3} label={text.loading} />}
        failed={text.earlierFailed}
        none={<EmptyState slim title={text.none} />}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map(({ id, fileName, stage, type, createdAt, keeper }) => (
              <ListRow key={id}>
                <p className="strong break">
                  <Link to={`${importPage}/${id}`}>{fileName}</Link>
                </p>
                <p className="small dim">
                  {text.types[type]}. {text.stages[stage]}.{' '}
                  <time dateTime={createdAt}>{formatDateTime(createdAt, setting)}</time> {keeper && text.by(keeper)}
                </p>
              </ListRow>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
