import { useLocation } from 'react-router'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import type { PreviewDefaults } from './preview.tsx'
import { SettingsForm } from './settings-form.tsx'
import { text } from './text.ts'
import { UndoButton, VersionList } from './versions.tsx'

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
                  <ButtonLink variant="line" href="/">
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
