import type { ComponentProps } from 'react'
import { SelectField } from '#ui/form/text-field.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'

type Props = Omit<ComponentProps<typeof SelectField>, 'children'> & {
  /** The language that the entry is in now; without one, an empty value is the site's own. */
  current: string | undefined
}

/** Chooses the language that a text is in. It is not shown while the site has only one. */
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
