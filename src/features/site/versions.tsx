import { formatDateTime } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import type { SettingsForm } from './schema.ts'
import { showSaved } from './settings-form.tsx'
import { text } from './text.ts'

type Props = { settings: SettingsForm }

/** Restores a version, unless another admin has changed the site since the page was opened. */
async function restore({ number, updatedAt }: { number: number; updatedAt: string }) {
  await api.site.restore({ number }, { changedFrom: updatedAt })
  showSaved()
}

export function UndoButton({ settings: { number, updatedAt } }: Props) {
  if (number === 0) return null
  return (
    <ConfirmButton label={text.undo} title={text.undoTitle} act={() => restore({ number: number - 1, updatedAt })}>
      {text.undoBody}
    </ConfirmButton>
  )
}

/** Lists who changed the site and when. Every version except the current one can be restored. */
export function VersionList({ settings: { number, updatedAt } }: Props) {
  const query = useAnswer(['site', 'versions'], (options) => api.site.versions({}, options), { staleTime: 0 })
  return (
    <Section id="history" title={text.history}>
      <div className="stack">
        <p className="dim">{number === 0 ? text.noHistory : text.historyHint}</p>
        <Loaded query={query} loading={{ count: 2, label: text.loading }} failed={text.historyFailed}>
          {({ items }) => (
            <ul className="list">
              {items.map((one) => {
                const line = text.by(
                  text.actions[one.action],
                  one.changedBy?.name ?? text.someone,
                  formatDateTime(one.createdAt),
                )
                return (
                  <ListRow
                    key={one.number}
                    action={
                      one.number === number ? (
                        <StatusPill field="acacia">{text.current}</StatusPill>
                      ) : (
                        <ConfirmButton
                          label={text.restore}
                          of={line}
                          title={text.restoreTitle}
                          act={() => restore({ number: one.number, updatedAt })}
                        >
                          {text.restoreBody}
                        </ConfirmButton>
                      )
                    }
                  >
                    <p className="break">{line}</p>
                  </ListRow>
                )
              })}
            </ul>
          )}
        </Loaded>
        {number > 0 && (
          <p>
            <ConfirmButton
              label={text.reset}
              title={text.resetTitle}
              act={async () => {
                await api.site.reset({}, { changedFrom: updatedAt })
                showSaved()
              }}
            >
              {text.resetBody}
            </ConfirmButton>
          </p>
        )}
      </div>
    </Section>
  )
}
