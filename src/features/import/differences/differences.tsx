import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pageOf } from '#content/entry/address.ts'
import { truncate } from '#text/truncate.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/data/formats.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { fresh, usePaged } from '#web/paged.ts'
import type { Import, ImportRow } from '../schema.ts'
import { text } from '../text.ts'

const shownCharacters = 300

/** Shows what rows would change in existing entries, and changes the entries that the keeper chooses, or all. */
export function Differences({ imported }: { imported: Import }) {
  const { id, type, stage, counts } = imported
  const queryClient = useQueryClient()
  const key = ['import', id, 'rows', stage, counts.differing]
  const { list, items } = usePaged(key, api.import.rows, { id, outcome: 'differs', limit: 20 }, fresh)
  const accept = useMutation({
    async mutationFn(rows: number[] | undefined) {
      let result = await api.import.accept({ id, rows })
      // One request changes a limited number of entries.
      while (!rows && result.counts.differing > 0) result = await api.import.accept({ id })
      return result
    },
    onSuccess: (data) => queryClient.setQueryData(['import', id], data),
  })
  const mayAccept = stage === 'checked' || stage === 'done' || stage === 'undone'
  return (
    <div className="stack">
      <p>{text.differsHelp}</p>
      {mayAccept && (
        <p>
          <Button variant="soft" busy={accept.isPending} onClick={() => accept.mutate(undefined)}>
            {text.changeAll(formatCount(counts.differing))}
          </Button>
        </p>
      )}
      <FormError title={accept.error ? text.changeFailed : null}>{accept.error?.message}</FormError>
      <PagedList
        list={list}
        loading={{ count: 4 }}
        failed={text.rowsFailed}
        none={<p className="dim">{text.noneOf}</p>}
      >
        {items.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          <section className="scroll-x" tabIndex={0} aria-label={text.outcomes.differs}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{text.field}</th>
                  <th scope="col">{text.before}</th>
                  <th scope="col">{text.after}</th>
                </tr>
              </thead>
              {items.map((row) => (
                <tbody key={row.number}>
                  <tr>
                    <th scope="rowgroup" colSpan={3}>
                      <div className="row split">
                        <p className="break">
                          {row.entryId && (
                            <Link to={pageOf({ type, id: row.entryId })} reloadDocument>
                              {nameOf(row)}
                            </Link>
                          )}
                        </p>
                        {mayAccept && (
                          <Button variant="line" busy={accept.isPending} onClick={() => accept.mutate([row.number])}>
                            {text.change(formatCount(row.number))}
                          </Button>
                        )}
                      </div>
                    </th>
                  </tr>
                  {row.changes.map((change) => (
                    <tr key={change.column}>
                      <td>{text.columns[change.column as keyof typeof text.columns]}</td>
                      <Cell>{change.before}</Cell>
                      <Cell>{change.after}</Cell>
                    </tr>
                  ))}
                </tbody>
              ))}
            </table>
          </section>
        )}
      </PagedList>
    </div>
  )
}

function Cell({ children }: { children: string }) {
  return (
    <td dir="auto">{children ? truncate(children, shownCharacters) : <span className="dim">{text.emptied}</span>}</td>
  )
}

function nameOf({ cells, number }: ImportRow): string {
  return truncate(cells.form ?? cells.title ?? cells.original ?? formatCount(number), 60)
}
