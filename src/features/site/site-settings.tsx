import { useLocation } from 'react-router'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import type { PreviewDefaults } from './preview.tsx'
import type { SettingsForm as Settings } from './schema.ts'
import { SettingsForm, showSaved } from './settings-form.tsx'
import { text } from './text.ts'

/** Shows the page where an admin changes the site. @param defaults texts that are shown where nothing is set */
export function SiteSettings({ defaults }: { defaults: PreviewDefaults }) {
  return (
    <AdminsOnly title={text.title}>
      <Opened defaults={defaults} />
    </AdminsOnly>
  )
}

function Opened({ defaults }: { defaults: PreviewDefaults }) {
  const isSaved = new URLSearchParams(useLocation().search).has('saved')
  const query = useAnswer(['site', 'settings'], (options) => api.site.get({}, options), {
    staleTime: 0,
    gcTime: 0,
    // Another admin's change must not replace what is being typed; saving reports the conflict.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <>
      <p>{text.lead}</p>
      <Loaded query={query} loading={{ count: 4, label: text.loading }} failed={text.failed}>
        {(settings) => (
          <>
            {isSaved && (
              <Note
                look="good"
                icon="check"
                role="status"
                action={
                  <ButtonLink variant="line" href="/?home">
                    {text.viewHome}
                  </ButtonLink>
                }
              >
                <p className="strong">{text.saved}</p>
              </Note>
            )}
            <div className="row">
              <UndoButton settings={settings} />
            </div>
            <SettingsForm settings={settings} defaults={defaults} />
            <VersionList settings={settings} />
          </>
        )}
      </Loaded>
    </>
  )
}

type Props = { settings: Settings }

function UndoButton({ settings: { number, updatedAt } }: Props) {
  if (number === 0) return null
  return (
    <ConfirmButton label={text.undo} title={text.undoTitle} act={() => restore({ number: number - 1, updatedAt })}>
      {text.undoBody}
    </ConfirmButton>
  )
}

/** Lists who changed the site and when. Every version except the current one can be restored. */
function VersionList({ settings: { number, updatedAt } }: Props) {
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

/** Restores a version, unless another admin has changed the site since the page was opened. */
async function restore({ number, updatedAt }: { number: number; updatedAt: string }) {
  await api.site.restore({ number }, { changedFrom: updatedAt })
  showSaved()
}
