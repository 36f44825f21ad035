import { passwordRules } from '#text/password.ts'
import { Rules } from '#ui/form/form-error.tsx'
import { text } from '../text.ts'

/**
 * The checklist of password rules (spec 3.6), updated while the person types. Without a password, it has each rule twice
 * for the reading script, which shows one of them.
 */
export function PasswordRules({ password }: { password?: string }) {
  const rules = Object.entries(passwordRules).flatMap(([name, holds]) => {
    const rule = { name, label: text.rules[name as keyof typeof passwordRules] }
    if (password !== undefined) return { ...rule, met: holds(password) }
    return [
      { ...rule, met: false },
      { ...rule, met: true, hidden: true },
    ]
  })
  return <Rules title={text.rules.title} rules={rules} />
}
