import { useState } from 'react'
import { Link } from 'react-router'
import { pageOf } from '#content/entry/address.ts'
import { truncate } from '#text/truncate.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/data/formats.ts'
import { Tabs } from '#ui/list/tabs.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { download } from '#web/download.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { notify } from '#web/toasts.ts'
import { Differences } from './differences/differences.tsx'
import type { Import, ImportRow, Part } from './schema.ts'
import { text } from './text.ts'

/** Shows the rows of an import by outcome, with counts. */
export function Rows({ imported }: { imported: Import }) {
  const { stage, counts } = imported
  const isBefore = stage === 'checking' || stage === 'checked'
  const countOf = (one: Part) => {
    if (one === 'added') return counts.added - counts.removed
    return one === 'differs' ? counts.differing : counts[one as 'fresh']
  }
  const rare = (['noted', 'differs', 'changed'] as const).filter((one) => countOf(one) > 0)
  const outcomes: [Part, ...Part[]] = [isBefore ? 'fresh' : 'added', ...rare, 'present', 'wrong']
  const [chosen, setChosen] = useState<Part>()
  const first = outcomes.find((one) => countOf(one) > 0) ?? outcomes[0]
  const usual = counts.wrong > 0 ? 'wrong' : first
  const value = chosen && outcomes.includes(chosen) ? chosen : usual
  return (
    <Tabs
      label={text.row}
      value={value}
      onChange={setChosen}
      tabs={outcomes.map((one) => ({
        value: one,
        label: `${text.outcomes[one]} ${formatCount(countOf(one))}`,
        panel:
          value === one &&
          (one === 'differs' ? <Differences imported={imported} /> : <Table imported={imported} outcome={one} />),
      }))}
    />
  )
}

function Table({ imported, outcome }: { imported: Import; outcome: Part }) {
  const { id, stage, counts, type } = imported
  const key = ['import', id, 'rows', stage, stage === 'checked' && counts]
  const { list, items } = usePaged(key, api.import.rows, { id, outcome, limit: 20 }, fresh)
  const names = [...new Set(items.flatMap(({ cells }) => Object.keys(cells)))] as (keyof typeof text.columns)[]
  const columns = (imported.columns as typeof names).filter((name) => names.includes(name))
  const hasNotes = outcome !== 'fresh' && outcome !== 'added'
  return (
    <div className="stack">
      {outcome === 'wrong' && counts.wrong > 0 && <DownloadWrong id={id} />}
      <PagedList
        list={list}
        loading={{ count: 4 }}
        failed={text.rowsFailed}
        none={<p className="dim">{text.noneOf}</p>}
      >
        {items.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          <section className="scroll-x" tabIndex={0} aria-label={text.outcomes[outcome]}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{text.row}</th>
                  {hasNotes && <th scope="col">{outcome === 'wrong' ? text.what : text.note}</th>}
                  {columns.map((name) => (
                    <th scope="col" key={name}>
                      {text.columns[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map((row) => (
                  <tr key={row.number}>
                    <td className="num">
                      {row.entryId && outcome !== 'wrong' ? (
                        <Link to={pageOf({ type, id: row.entryId })} reloadDocument>
                          {row.number}
                        </Link>
                      ) : (
                        row.number
                      )}
                    </td>
                    {hasNotes && <Problems row={row} />}
                    {columns.map((name) => (
                      <td key={name}>{truncate(row.cells[name] ?? '', 120)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </PagedList>
    </div>
  )
}

function Problems({ row: { outcome, problems } }: { row: ImportRow }) {
  return (
    <td>
      {outcome === 'present' && problems.length === 0 && text.inArchive}
      {problems.map(({ column, message }) => (
        <p key={`${column} ${message}`}>
          <b>{text.columns[column as keyof typeof text.columns] ?? text.wholeRow}:</b> {message}
        </p>
      ))}
    </td>
  )
}

function DownloadWrong({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    await download(`/imports/${id}/problems.csv`, 'problems.csv').catch((error: Error) =>
      notify.error(`${text.downloadFailed} ${error.message}`),
    )
    setBusy(false)
  }
  return (
    <p>
      <Button variant="soft" busy={busy} onClick={save}>
        {text.download}
      </Button>
    </p>
  )
}
