import { useSearchParams } from 'react-router'
import { Tabs } from '#ui/tabs.tsx'
import type { Route } from './+types/settings.page.ts'
import { DeviceForm } from './device-form.tsx'
import { Leaving } from './leaving.tsx'
import { OnDevice } from './on-device.tsx'
import { PasswordChangeSection } from './password-change.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { SessionList } from './session-list.tsx'
import { text } from './text.ts'

const words = text.settings
type View = 'security' | 'preferences'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${words.title} | ${matches[0].loaderData?.siteName}` }]
}

/** Spec §2: two tabs, each with an address of its own (`?tab=`). */
export default function Settings() {
  const [params, setParams] = useSearchParams()
  const view: View = params.get('tab') === 'preferences' ? 'preferences' : 'security'
  return (
    <div className="broad settings stack gap-5">
      <h1>{words.title}</h1>
      <Tabs<View>
        slim
        label={words.title}
        value={view}
        onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
        tabs={[
          {
            value: 'security',
            label: words.security,
            icon: 'keep',
            panel: (
              <div className="stack gap-7">
                <PasswordChangeSection />
                <SessionList />
                <Leaving />
              </div>
            ),
          },
          {
            value: 'preferences',
            label: words.preferences,
            icon: 'gear',
            panel: (
              <div className="stack gap-7">
                <PreferencesForm />
                <DeviceForm />
                <OnDevice />
              </div>
            ),
          },
        ]}
      />
    </div>
  )
}
