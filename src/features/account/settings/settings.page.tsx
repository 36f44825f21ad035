import { useSearchParams } from 'react-router'
import { WaitForParts } from '#features/frame/wait-for-parts.tsx'
import { Tabs } from '#ui/list/tabs.tsx'
import { titled } from '#web/head.ts'
import { Leaving } from '../delete-account.tsx'
import { PasswordChangeSection } from '../password/password-change.tsx'
import { SecondFactorSection } from '../second-factor/section.tsx'
import { text } from '../text.ts'
import { DeviceForm } from './device-form.tsx'
import { FormsOnDevice } from './forms-on-device.tsx'
import { OnDevice } from './on-device.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { SessionList } from './session-list.tsx'
import { StorageUsed } from './storage-used.tsx'

const words = text.settings
type View = 'security' | 'preferences'

export const meta = titled(() => words.title)

/** Settings, with two tabs that have their own addresses (`?tab=`). */
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
                <WaitForParts look="stack gap-7">
                  <SecondFactorSection />
                  <SessionList />
                  <Leaving />
                </WaitForParts>
              </div>
            ),
          },
          {
            value: 'preferences',
            label: words.preferences,
            icon: 'gear',
            panel: (
              <WaitForParts look="stack gap-7">
                <PreferencesForm />
                <DeviceForm />
                <FormsOnDevice />
                <OnDevice />
                <StorageUsed />
              </WaitForParts>
            ),
          },
        ]}
      />
    </div>
  )
}
