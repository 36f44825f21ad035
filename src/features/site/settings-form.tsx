import { useState } from 'react'
import { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { UnsavedNote } from '#ui/state/unsaved-note.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { ApiError } from '#web/errors.ts'
import { usePostForm } from '#web/post-form.ts'
import { type Accent, accents, type Colours, defaults, textOn, weaknesses } from './colours.ts'
import { LogoField, type PickedLogo } from './logo-field.tsx'
import { Preview, type PreviewDefaults } from './preview.tsx'
import type { SettingsForm as Opened } from './schema.ts'
import { text } from './text.ts'
import { ContactFields, type Form, NameFields, TextFields } from './text-fields.tsx'
import { inForm, settingsOf, valuesOf } from './values.ts'

/** Reloads the page, because every part of it shows the new name and look. */
export const showSaved = () => location.assign('/admin/site?saved')

/** Shows the form for all settings, with a preview. Saving is refused if another admin has saved in the meantime. */
export function SettingsForm({ settings, defaults }: { settings: Opened; defaults: PreviewDefaults }) {
  const [logo, setLogo] = useState<PickedLogo>()
  const [isPreviewed, setPreviewed] = useState(false)
  const initial = valuesOf(settings)
  const form = usePostForm({
    draft: formDraftName('site-settings'),
    version: settings.updatedAt,
    initial,
    // The server checks everything, because only it can sanitize texts.
    schema: z.record(z.string(), z.unknown()),
    words: () => ({ check: text.check, failed: text.notSaved }),
    async send(values, version) {
      const change = { ...settingsOf(values, settings), ...(logo && { logo: logo.fileUrl }) }
      await api.site.update(change, { changedFrom: version as string | null }).catch(rethrowForForm)
      showSaved()
    },
  })
  const preview = (
    <Preview
      control={form.control}
      fixedName={settings.fixed.includes('name') ? settings.current.name : null}
      logo={logo ? logo.preview : settings.logo}
      defaults={defaults}
    />
  )
  const parts = { form, settings, texts: defaults.texts }
  return (
    <CheckedForm className="grid cols" onSubmit={form.submit}>
      <div className="stack gap-6">
        {form.isUnsaved && <UnsavedNote onDiscard={form.discard} />}
        <NameFields {...parts} />
        <LogoField current={settings.logo} logo={logo} onPick={setLogo} />
        <ColourFields form={form} />
        <ContactFields {...parts} />
        <TextFields key={form.round} {...parts} />
        <FormError title={form.failure?.title}>{form.failure?.message}</FormError>
        <div className="row form-actions stuck">
          <Button type="submit" busy={form.busy}>
            {text.save}
          </Button>
          <Button variant="line" className="unless-beside" onClick={() => setPreviewed(true)}>
            {text.preview}
          </Button>
        </div>
      </div>
      <aside className="stick beside" aria-label={text.previewTitle}>
        {preview}
      </aside>
      <Dialog open={isPreviewed} onClose={() => setPreviewed(false)} title={text.previewTitle} full>
        <p className="small dim">{text.previewNote}</p>
        {preview}
      </Dialog>
    </CheckedForm>
  )
}

/** Rethrows the error with the names that the refused fields have in the form. */
function rethrowForForm(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new ApiError(error.status, error.code, error.message, error.issues.map(inForm))
}

/** Shows fields for the accent colours, and warns about colours that are hard to read, which the server refuses. */
function ColourFields({ form }: { form: Form }) {
  const chosenColours = Object.fromEntries(accents.map((one) => [one, form.watch(one) || null]))
  return (
    <Section id="colours" title={text.colours}>
      <div className="stack">
        <p className="dim">{text.coloursHint}</p>
        {accents.map((accent) => (
          <ColourField key={accent} form={form} accent={accent} />
        ))}
        <Samples colours={chosenColours} />
      </div>
    </Section>
  )
}

function ColourField({ form, accent }: { form: Form; accent: Accent }) {
  const value = form.watch(accent)
  const [weakness] = weaknesses({ [accent]: value || null })
  const error = weakness ? text.weak(weakness) : form.errorOf(accent)
  const set = (colour: string) => form.setValue(accent, colour, { shouldDirty: true })
  return (
    <TextField
      type="color"
      label={text.accents[accent]}
      value={value || defaults[accent]}
      onChange={({ target }) => set(target.value)}
      error={error}
      aside={
        value ? (
          <Button variant="text" onClick={() => set('')}>
            {text.defaultColour}
            <span className="sr">{text.of(text.accents[accent])}</span>
          </Button>
        ) : undefined
      }
    />
  )
}

/** Shows sample buttons and links in both light and dark mode, whichever of them this device uses. */
function Samples({ colours }: { colours: Partial<Colours> }) {
  const modes = [
    { name: text.light, ground: '#fffbf2', ink: '#1b1936', mode: 'Light' },
    { name: text.dark, ground: '#121026', ink: '#fbf4e4', mode: 'Dark' },
  ] as const
  return (
    <div className="row" aria-hidden="true">
      {modes.map(({ name, ground, ink, mode }) => (
        <div key={mode} className="block row grow" style={{ background: ground, color: ink }}>
          <span>{name}</span>
          <span
            className="btn"
            style={{
              ...paint(colours[`buttons${mode}`] ?? defaults[`buttons${mode}`]),
              color: textOn[`buttons${mode}`],
            }}
          >
            {text.sampleButton}
          </span>
          <u style={{ color: colours[`links${mode}`] ?? defaults[`links${mode}`] }}>{text.sampleLink}</u>
        </div>
      ))}
    </div>
  )
}

function paint(colour: string) {
  return { background: colour, borderColor: colour }
}
