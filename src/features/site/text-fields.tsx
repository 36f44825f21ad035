import { Controller } from 'react-hook-form'
import { languages } from '#text/language.ts'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { LazyRichText } from '#ui/rich-text/lazy-rich-text.tsx'
import { fieldsOf } from '#web/fields.ts'
import type { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import { longest, type SettingsForm } from './schema.ts'
import { text } from './text.ts'
import type { Values } from './values.ts'

export type Form = ReturnType<typeof usePostForm<Values>>
type Props = { form: Form; settings: SettingsForm }

/** Shows the fields of the name and all texts. Each text has a field for every language. */
export function TextFields({ form, settings }: Props) {
  return (
    <>
      <p className="dim">{text.blank}</p>
      <Section id="identity" title={text.identity}>
        <div className="stack">
          <FixableField form={form} settings={settings} name="name" label={text.name} hint={text.nameHint} />
          <Plain form={form} name="tagline" label={text.tagline} max={longest.tagline} />
        </div>
      </Section>
      <Section id="home-texts" title={text.home}>
        <div className="stack">
          <Plain form={form} name="welcomeTitle" label={text.welcomeTitle} max={longest.welcomeTitle} />
          <Plain form={form} name="welcome" label={text.welcome} max={longest.welcome} rows={3} />
        </div>
      </Section>
      <Section id="about-text" title={text.about}>
        <Rich form={form} name="about" label={text.aboutText} />
      </Section>
      <Section id="contact-text" title={text.contact}>
        <div className="stack">
          <FixableField
            form={form}
            settings={settings}
            name="contactEmail"
            label={text.contactEmail}
            hint={text.contactEmailHint}
          />
          <FixableField
            form={form}
            settings={settings}
            name="followLinks"
            label={text.followLinks}
            hint={text.followLinksHint}
            rows={3}
          />
          <Rich form={form} name="contact" label={text.contactText} hint={text.contactHint} />
        </div>
      </Section>
    </>
  )
}

type FixableName = 'name' | 'contactEmail' | 'followLinks'
const variables: Record<FixableName, string> = {
  name: 'SITE_NAME',
  contactEmail: 'CONTACT_EMAIL',
  followLinks: 'FOLLOW_LINKS',
}
type FixableProps = Props & { name: FixableName; label: string; hint: string; rows?: number }

/** Shows a setting that the server's environment can fix. It is then visible but can't be changed. */
function FixableField({ form, settings, name, label, hint, rows }: FixableProps) {
  const isFixed = settings.fixed.includes(name)
  const fieldHint = isFixed ? (
    <>
      {text.fixed} <code>{variables[name]}</code>
    </>
  ) : (
    hint
  )
  const shared = { label, hint: fieldHint, disabled: isFixed, ...fieldsOf(form)(name) }
  if (rows) return <TextArea rows={rows} {...shared} />
  return <TextField {...shared} maxLength={name === 'name' ? longest.name : 254} />
}

type PlainProps = {
  form: Form
  name: 'tagline' | 'welcomeTitle' | 'welcome'
  label: (language: string) => string
  max: number
  rows?: number
}

function Plain({ form, name, label, max, rows }: PlainProps) {
  return languages.map((language) => {
    const field = `${name}_${language}` as const
    const shared = { label: label(text.languages[language]), maxLength: max, lang: language, ...fieldsOf(form)(field) }
    return rows ? <TextArea key={field} rows={rows} {...shared} /> : <TextField key={field} {...shared} />
  })
}

type RichProps = { form: Form; name: 'about' | 'contact'; label: (language: string) => string; hint?: string }

function Rich({ form, name, label, hint }: RichProps) {
  const first = form.formState.defaultValues
  return (
    <div className="stack">
      {languages.map((language) => {
        const field = `${name}_${language}` as const
        return (
          <Controller
            key={field}
            control={form.control}
            name={field}
            render={({ field: { onChange } }) => (
              <LazyRichText
                label={label(text.languages[language])}
                initial={first?.[field] ?? ''}
                onChange={onChange}
                onPictureFailed={(error) => notify.error(error.message)}
                hint={hint}
                error={form.errorOf(field)}
              />
            )}
          />
        )
      })}
    </div>
  )
}
