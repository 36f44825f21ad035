import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type ImportedType, importedTypes } from '#content/entry/address.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { kinds } from '#content/kinds.ts'
import { DownloadArchive } from '#features/frame/archive/download-archive.tsx'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { formatCount, formatDateTime } from '#ui/data/formats.ts'
import { FileField, type PickedFile } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { putFile } from '#web/upload/send-file.ts'
import { largestFile, mostRows } from './schema.ts'
import { text } from './text.ts'

export const importPage = '/dashboard/keepers/import'

export const meta = titled(() => text.title)

export default function ImportsPage() {
  return (
    <Desk title={text.title}>
      <p>{text.lead}</p>
      <NewImport />
      <Earlier />
      <DownloadArchive />
    </Desk>
  )
}

function NewImport() {
  const [type, setType] = useState<ImportedType>(kinds.vocabulary.type)
  const [file, setFile] = useState<(PickedFile & { error?: string }) | null>(null)
  const [sending, setSending] = useState<{ picked: File; abort: AbortController } | null>(null)
  const navigate = useNavigate()

  async function send(picked: File) {
    const abort = new AbortController()
    const { name, size } = picked
    setSending({ picked, abort })
    setFile({ name, size, kind: 'other', state: 'sending' })
    const onSent = (sent: number) => setFile((current) => current && { ...current, sent })
    try {
      const begun = await api.import.create({ type, fileName: name, size }, { signal: abort.signal })
      await putFile(begun.uploadUrl, picked, onSent, abort.signal)
      void navigate(`${importPage}/${begun.import.id}`)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!abort.signal.aborted) setFile((current) => current && { ...current, state: 'failed', error: message })
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
        <Options of={importedTypes} name={kindPlural} />
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
  const paged = usePaged(['import', 'list'], api.import.list, { limit: 20 }, fresh)
  return (
    <Section id="earlier" title={text.earlier}>
      <PagedRows
        {...paged}
        loading={{ count: 3 }}
        failed={text.earlierFailed}
        none={
          <EmptyState slim inSection title={text.none}>
            {text.noneHint}
          </EmptyState>
        }
        row={({ id, fileName, stage, type, createdAt, keeper }) => (
          <ListRow key={id}>
            <p className="strong break">
              <Link to={`${importPage}/${id}`}>{fileName}</Link>
            </p>
            <p className="small dim">
              {kindPlural(type)}. {text.stages[stage]}.{' '}
              <time dateTime={createdAt}>{formatDateTime(createdAt, setting)}</time> {keeper && text.by(keeper)}
            </p>
          </ListRow>
        )}
      />
    </Section>
  )
}
