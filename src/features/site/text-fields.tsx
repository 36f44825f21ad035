import { Controller } from 'react-hook-form'
import { languages } from '#text/language.ts'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { LazyRichText } from '#ui/rich-text/lazy-rich-text.tsx'
import type { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import type { PreviewDefaults, ShownText } from './preview.tsx'
import { longest, type SettingsForm } from './schema.ts'
import { text } from './text.ts'
import type { Values } from './values.ts'

export type Form = ReturnType<typeof usePostForm<Values>>
type Props = { form: Form; settings: SettingsForm; texts: PreviewDefaults['texts'] }

export function NameFields({ form, settings, texts }: Props) {
  const hint = text.nameHint
  return (
    <Section id="identity" title={text.identity}>
      <FixableField form={form} settings={settings} name="name" label={text.name} hint={hint} />
      <Plain form={form} texts={texts} name="tagline" label={text.tagline} />
    </Section>
  )
}

export function ContactFields({ form, settings }: Props) {
  const { contactEmail, contactEmailHint, followLinks, followLinksHint } = text
  const fields = { form, settings }
  return (
    <Section id="contact" title={text.contactSection}>
      <FixableField {...fields} name="contactEmail" label={contactEmail} hint={contactEmailHint} />
      <FixableField {...fields} name="followLinks" label={followLinks} hint={followLinksHint} rows={3} />
    </Section>
  )
}

/** Shows the fields of the longer texts, which most sites leave as they are. Each has a field for every language. */
export function TextFields({ form, texts }: Props) {
  return (
    <details className="block quiet">
      <summary className="btn text flush">{text.texts}</summary>
      <div className="stack gap-6">
        <p className="dim">{text.blank}</p>
        <Section id="home-texts" title={text.home}>
          <Plain form={form} texts={texts} name="welcomeTitle" label={text.welcomeTitle} />
          <Plain form={form} texts={texts} name="welcome" label={text.welcome} rows={3} />
        </Section>
        <Section id="about-text" title={text.about}>
          <Rich form={form} name="about" label={text.aboutText} />
        </Section>
        <Section id="contact-text" title={text.contact}>
          <Rich form={form} name="contact" label={text.contactText} hint={text.contactHint} />
        </Section>
      </div>
    </details>
  )
}

type FixableName = 'name' | 'contactEmail' | 'followLinks'
const variables: Record<FixableName, string> = {
  name: 'SITE_NAME',
  contactEmail: 'CONTACT_EMAIL',
  followLinks: 'FOLLOW_LINKS',
}
type FixableProps = Omit<Props, 'texts'> & { name: FixableName; label: string; hint: string; rows?: number }

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
  const inUse = name === 'followLinks' ? undefined : (settings.current[name] ?? undefined)
  const shared = { label, hint: fieldHint, disabled: isFixed, placeholder: inUse, ...form.field(name) }
  if (rows) return <TextArea rows={rows} {...shared} />
  return <TextField {...shared} maxLength={name === 'name' ? longest.name : 254} />
}

type PlainProps = Pick<Props, 'form' | 'texts'> & {
  name: ShownText
  label: (language: string) => string
  rows?: number
}

/** A text in every language. While it is empty, it shows the text in use. */
function Plain({ form, texts, name, label, rows }: PlainProps) {
  return (
    <div className="grid g2">
      {languages.map((language) => {
        const field = `${name}_${language}` as const
        const shared = {
          label: label(text.languages[language]),
          maxLength: longest[name],
          lang: language,
          placeholder: texts[language][name],
          ...form.field(field),
        }
        return rows ? <TextArea key={field} rows={rows} {...shared} /> : <TextField key={field} {...shared} />
      })}
    </div>
  )
}

type RichProps = { form: Form; name: 'about' | 'contact'; label: (language: string) => string; hint?: string }

function Rich({ form, name, label, hint }: RichProps) {
  const first = form.formState.defaultValues
  return (
    <div className="grid g2">
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
