import { useFormPages } from '#features/frame/form-pages.ts'
import { formatBytes, formatDate } from '#ui/data/formats.ts'
import { Checkbox } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { chooseForms, useFormsHere } from '#web/offline/forms.ts'
import { useDateSetting } from '#web/preferences.ts'
import { text } from '../text.ts'

/**
 * Shows whether this device stores the forms for writing without signal, and how much data they used. Renders nothing
 * if it can't store them.
 */
export function FormsOnDevice() {
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
