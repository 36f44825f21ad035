import type { ComponentProps } from 'react'
import { SelectField } from '#ui/form/text-field.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'

type Props = Omit<ComponentProps<typeof SelectField>, 'children'> & {
  /** The entry's current language. If it is undefined, an empty value means the site's own language. */
  current: string | undefined
}

/** Lets the writer choose the language of a text. Renders nothing while the site has only one language. */
export function LanguageField({ current, ...field }: Props) {
  const { data } = useAnswer(['languages'], (options) => api.language.list({}, options))
  const languages = data?.items ?? []
  if (languages.length < 2) return null
  return (
    <SelectField {...field}>
      {languages.map(({ tag, name }, at) => (
        <option key={tag} value={at === 0 && current === undefined ? '' : tag}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
