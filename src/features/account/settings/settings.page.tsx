import { useSearchParams } from 'react-router'
import { useFormPages } from '#features/frame/form-pages.ts'
import { WaitForParts } from '#features/frame/wait-for-parts.tsx'
import { formatBytes, formatDate } from '#ui/data/formats.ts'
import { Checkbox } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Tabs } from '#ui/list/tabs.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { chooseForms, useFormsHere } from '#web/offline/forms.ts'
import { useDateSetting } from '#web/preferences.ts'
import { Leaving } from '../delete-account.tsx'
import { PasswordChangeSection } from '../password/password-change.tsx'
import { Resend } from '../resend.tsx'
import { SecondFactorSection } from '../second-factor/section.tsx'
import { text } from '../text.ts'
import { DeviceForm, OnDevice } from './device.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { SessionList } from './session-list.tsx'

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

/**
 * Shows whether this device stores the forms for writing without signal, and how much data they used. Renders nothing
 * if it can't store them.
 */
function FormsOnDevice() {
  const here = useFormsHere()
  const pages = useFormPages()
  const setting = useDateSetting()
  if (!here) return null
  const { enabled, record } = here
  const words = text.forms
  function sentence() {
    if (record) return words.here(formatBytes(record.bytes), formatDate(new Date(record.at), setting))
    return enabled ? words.coming : words.off
  }
  return (
    <Section title={words.title} className="stack gap-3">
      <Checkbox
        label={words.keep}
        checked={enabled}
        onChange={({ target: { checked } }) => chooseForms(checked, pages)}
      />
      <p role="status">{sentence()}</p>
    </Section>
  )
}

/** Shows how much storage the member's texts and files use, and how to get more if the email is unconfirmed. */
function StorageUsed() {
  const words = text.storage
  const usage = useAnswer(['storage'], (options) => api.upload.usage({}, options))
  return (
    <Section title={words.title} className="stack gap-3">
      {usage.isError ? (
        <ErrorState title={words.failed} onRetry={() => usage.refetch()} busy={usage.isFetching}>
          {usage.error.message}
        </ErrorState>
      ) : (
        <Used usage={usage.data} />
      )}
    </Section>
  )
}

type Usage = Awaited<ReturnType<typeof api.upload.usage>>

function Used({ usage }: { usage: Usage | undefined }) {
  const words = text.storage
  if (!usage) return <p role="status">{words.loading}</p>
  const { used, allowed, allowedConfirmed } = usage
  return (
    <>
      <p>{words.used(used === 0 ? '0 KB' : formatBytes(used), formatBytes(allowed))}</p>
      <progress max={allowed} value={Math.min(used, allowed)} aria-label={words.title} />
      <p className="small">{words.counted}</p>
      {allowedConfirmed > allowed && (
        <>
          <p>{words.confirm(formatBytes(allowedConfirmed))}</p>
          <p>
            <Resend label={words.resend} />
          </p>
        </>
      )}
    </>
  )
}
