import { Rules } from '#ui/form/form-error.tsx'
import { passwordRules } from '../schema.ts'
import { text } from '../text.ts'

/**
 * The checklist of password rules (spec 3.6), updated while the person types. A field can refer to it by
 * `aria-describedby={id}`.
 */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const rules = Object.entries(passwordRules).map(([name, holds]) => ({
    label: text.rules[name as keyof typeof passwordRules],
    met: holds(password),
  }))
  return <Rules id={id} title={text.rules.title} rules={rules} />
}
