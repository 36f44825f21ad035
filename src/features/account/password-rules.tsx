import { Rules } from '#ui/form/form-error.tsx'
import { passwordRules } from './schema.ts'
import { text } from './text.ts'

/** The checklist of spec §5, which follows what is typed. Link the field to `id` by `aria-describedby`. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const rules = Object.entries(passwordRules).map(([name, holds]) => ({
    label: text.rules[name as keyof typeof passwordRules],
    met: holds(password),
  }))
  return <Rules id={id} title={text.rules.title} rules={rules} />
}
