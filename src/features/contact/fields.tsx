import type { ComponentProps } from 'react'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { longestMessage } from './schema.ts'
import { text } from './text.ts'

export type FieldName = 'name' | 'email' | 'phone' | 'message'
type Props = ComponentProps<'input'> & ComponentProps<'textarea'> & { error?: string | undefined }

/** The fields of the contact form, which work without JavaScript. @param field returns the attributes of a field */
export function MessageFields({ field }: { field: (name: FieldName) => Partial<Props> }) {
  const at = (name: FieldName) => ({ name, ...field(name) })
  return (
    <>
      <TextArea
        label={text.message}
        hint={text.messageHint}
        rows={7}
        maxLength={longestMessage}
        required
        {...at('message')}
      />
      <TextField label={text.name} optional maxLength={100} autoComplete="name" {...at('name')} />
      <p className="dim">{text.answerHint}</p>
      <TextField label={text.email} optional type="email" maxLength={254} autoComplete="email" {...at('email')} />
      <TextField label={text.phone} optional type="tel" maxLength={40} autoComplete="tel" {...at('phone')} />
    </>
  )
}
