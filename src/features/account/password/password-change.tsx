import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { isStrongPassword } from '#text/password.ts'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, PasswordField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { api } from '#web/api.ts'
import { showIssues } from '#web/fields.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { PasswordChangeForm } from '../schema.ts'
import { text } from '../text.ts'
import { PasswordRules } from './password-rules.tsx'

const words = text.password
type Values = z.input<typeof PasswordChangeForm>

/**
 * The form to change the password. Its button works once the current password is entered, every rule is met and the new
 * passwords match (spec 3.6).
 */
export function PasswordChangeSection() {
  const user = useUser()
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(false)
  const [failure, setFailure] = useState('')
  const { register, handleSubmit, setError, setFocus, reset, watch, formState } = useForm<Values>({
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    resolver: zodResolver(PasswordChangeForm),
    mode: 'onTouched',
  })
  const { errors, isSubmitting, touchedFields } = formState
  const [currentPassword, newPassword, confirmPassword] = watch(['currentPassword', 'newPassword', 'confirmPassword'])
  const strong = isStrongPassword(newPassword)
  const same = newPassword === confirmPassword
  // Only the server can find some errors, such as a very common password.
  const refused = errors.newPassword?.type === 'server' ? errors.newPassword.message : undefined

  async function send({ currentPassword, newPassword }: Values) {
    setFailure('')
    try {
      await api.account.changePassword({ currentPassword, newPassword })
      reset()
      void queryClient.invalidateQueries({ queryKey: ['account', 'sessions'] }) // the other devices are logged out
      setFocus('currentPassword') // the button is disabled again, so it can't keep the focus
      notify.success(words.done)
    } catch (error) {
      setFailure(showIssues<Values>(error, (path, issue) => setError(path, { ...issue, type: 'server' })))
    }
  }

  return (
    <Section title={words.title}>
      <CheckedForm className="grid g75 gap-6" onSubmit={handleSubmit(send)}>
        <div className="stack">
          {/* Tells password managers which account the password belongs to. */}
          <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />
          <PasswordField
            label={words.current}
            shown={shown}
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
          <PasswordField
            label={words.new}
            shown={shown}
            autoComplete="new-password"
            hint={<span className="sr">{text.rules.sentence}</span>}
            error={touchedFields.newPassword && newPassword && !strong ? words.weak : refused}
            {...register('newPassword')}
          />
          <PasswordField
            label={words.confirm}
            shown={shown}
            autoComplete="new-password"
            error={confirmPassword && !same ? words.mismatch : undefined}
            {...register('confirmPassword')}
          />
          <Checkbox label={text.showPasswords} checked={shown} onChange={() => setShown(!shown)} />
          <FormError title={failure && words.failed}>{failure}</FormError>
          <Button type="submit" disabled={!(currentPassword && strong && same)} busy={isSubmitting}>
            {words.submit}
          </Button>
        </div>
        <PasswordRules password={newPassword} />
      </CheckedForm>
    </Section>
  )
}
