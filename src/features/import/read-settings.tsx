import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LabelledOptions } from '#ui/form/options.tsx'
import { Checkbox, SelectField } from '#ui/form/text-field.tsx'
import { Facts } from '#ui/list/list.tsx'
import { api } from '#web/api.ts'
import type { Import, Settings, SourceInfo } from './schema.ts'
import { text } from './text.ts'

/** Lets a keeper correct how the file is read: its encoding, separator and head, columns, or languages. */
export function Reading({ imported, open }: { imported: Import; open: boolean }) {
  const { id, found: source } = imported
  const [settings, setSettings] = useState(imported.settings)
  const queryClient = useQueryClient()
  const check = useMutation({
    mutationFn: () => api.import.update({ id, ...changesOf(imported.settings, settings) }),
    onSuccess: (data) => queryClient.setQueryData(['import', id], data),
  })
  if (!source) return null
  const change = (part: Partial<Settings>) => setSettings({ ...settings, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate()
  }
  return (
    <details open={open}>
      <summary className="btn text flush">{text.reading}</summary>
      <CheckedForm className="stack" onSubmit={submit}>
        {source.format === 'csv' ? (
          <Table imported={imported} settings={settings} change={change} />
        ) : (
          <Dataset info={source} settings={settings} change={change} />
        )}
        <FormError title={check.error ? text.notChecked : null}>{check.error?.message}</FormError>
        <p>
          <Button type="submit" variant="line" icon="retry" busy={check.isPending}>
            {text.checkAgain}
          </Button>
        </p>
      </CheckedForm>
    </details>
  )
}

/**
 * Returns the changed settings, or the languages if nothing changed, so that the file is checked again anyway. Leaves
 * out the columns if a new encoding, separator or head makes them obsolete.
 */
function changesOf(before: Settings, after: Settings): Partial<Settings> {
  const names = ['encoding', 'separator', 'headRow', 'columns', 'languages'] as const
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const columnsChange = (['encoding', 'separator', 'headRow'] as const).some((name) => changed.includes(name))
  const sent = changed.length === 0 ? (['languages'] as const) : changed
  const namesToSend = sent.filter((name) => !(columnsChange && name === 'columns'))
  return Object.fromEntries(namesToSend.map((name) => [name, after[name]]))
}

type Part = { settings: Settings; change: (part: Partial<Settings>) => void }

function Table({ imported: { columns, found: source }, settings, change }: Part & { imported: Import }) {
  return (
    <>
      <SelectField
        label={text.encoding}
        value={settings.encoding}
        onChange={({ target: { value } }) => change({ encoding: value as Settings['encoding'] })}
      >
        <LabelledOptions labels={text.encodings} />
      </SelectField>
      <SelectField
        label={text.separator}
        value={settings.separator}
        onChange={({ target: { value } }) => change({ separator: value as Settings['separator'] })}
      >
        <LabelledOptions labels={text.separators} />
      </SelectField>
      {source && source.top.length > 0 && (
        <SelectField
          label={text.headRow}
          value={settings.headRow ?? source.headRow}
          onChange={({ target: { value } }) => change({ headRow: Number(value) })}
        >
          {source.top.map((row) => (
            <option key={row.number} value={row.number}>
              {text.headRowOf(row.number, row.text)}
            </option>
          ))}
        </SelectField>
      )}
      <fieldset className="stack">
        <legend className="strong">{text.columnsTitle}</legend>
        {source?.head.map((name, at) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and their names can repeat
            key={at}
            label={text.column(name, at + 1)}
            value={settings.columns[at] ?? ''}
            onChange={({ target: { value } }) =>
              change({
                // Each column is used once, so it is removed from its previous place.
                columns: settings.columns.map((old, place) =>
                  place === at ? value || null : old === value ? null : old,
                ),
              })
            }
          >
            <option value="">{text.nothing}</option>
            {columns.map((column) => (
              <option key={column} value={column}>
                {text.columns[column as keyof typeof text.columns]}
              </option>
            ))}
          </SelectField>
        ))}
      </fieldset>
    </>
  )
}

function Dataset({ info, settings, change }: Part & { info: SourceInfo }) {
  return (
    <>
      <Facts
        rows={[
          [text.source, info.citation],
          [text.licence, info.licence],
        ]}
      />
      <fieldset className="stack gap-2">
        <legend className="strong">{text.languages}</legend>
        {info.languages.map(({ id, name, forms }) => (
          <Checkbox
            key={id}
            label={text.forms(name || id, forms)}
            checked={settings.languages.includes(id)}
            onChange={({ target: { checked } }) =>
              change({
                languages: checked ? [...settings.languages, id] : settings.languages.filter((one) => one !== id),
              })
            }
          />
        ))}
      </fieldset>
    </>
  )
}
