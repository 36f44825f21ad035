import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { type MemberVerb, mayChangeMember } from '#accounts/policy.ts'
import type { Member } from '#accounts/schema.ts'
import { type Role, roles } from '#core/permission.ts'
import { Button } from '#ui/button.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { focusFirstInvalid } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, TextArea } from '#ui/form/text-field.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { Note } from '#ui/state/note.tsx'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { useSite } from '#web/site.ts'
import { notify } from '#web/toasts.ts'
import { text } from './text.ts'

const words = text.members
type Props = { member: Member; onClose: () => void }

/** Shows a dialog with the changes that an admin can make to an account. */
export function MemberDialog({ member, onClose }: Props) {
  const [chosen, setChosen] = useState<Role[]>(member.roles)
  const [isPremium, setPremium] = useState(member.isPremium)
  const user = useUser()
  const may = (verb: MemberVerb) => mayChangeMember(user, verb, member)
  const save = useChange(member, words.saved, onClose)

  function submit() {
    // Only what changed is sent, because another admin may have changed the rest, and roles require a recent login.
    const changed = chosen.toSorted().join() !== member.roles.toSorted().join()
    save.mutate({
      ...(isPremium !== member.isPremium && { isPremium }),
      ...(changed && { roles: chosen, rolesBefore: member.roles }),
    })
  }

  return (
    <FormDialog open onClose={onClose} title={member.name} submit={words.save} busy={save.isPending} onSubmit={submit}>
      <p className="small dim break">{member.email}</p>
      <fieldset>
        <legend>{words.rolesLegend}</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={
              <>
                {words.roles[role]}
                <span className="small dim">: {words.roleHints[role]}</span>
              </>
            }
            checked={chosen.includes(role)}
            onChange={(event) =>
              setChosen(event.target.checked ? [...chosen, role] : chosen.filter((other) => other !== role))
            }
          />
        ))}
      </fieldset>
      <Checkbox label={words.premiumLabel} checked={isPremium} onChange={(event) => setPremium(event.target.checked)} />
      <FormError title={save.isError ? words.notSaved : ''}>{save.error?.message}</FormError>
      {may('confirmEmail') && <ConfirmEmail member={member} />}
      {may('disable') && <Access member={member} onClose={onClose} />}
      {may('removeSecondFactor') && <RemoveSecondFactor member={member} />}
      {may('createResetCode') && <ResetCode member={member} />}
    </FormDialog>
  )
}

type Change = Omit<Parameters<typeof api.admin.updateMember>[0], 'id'>

/** Returns a mutation that sends a change, reports its success, and reloads the list. */
function useChange({ id, name }: Member, done: (name: string) => string, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => api.admin.updateMember({ id, ...change }),
    onSuccess: () => {
      notify.success(done(name))
      onDone()
      void queryClient.invalidateQueries({ queryKey: ['account', 'profile'] })
      return queryClient.invalidateQueries({ queryKey: ['members'] })
    },
  })
}

/** Confirms the email of a member whom the admin knows, mainly on sites that can't send email. */
function ConfirmEmail({ member: { id, name } }: { member: Member }) {
  const sendsMail = useSite()?.sendsMail
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => api.admin.confirmEmail({ id }),
    onSuccess: () => {
      notify.success(words.confirmed(name))
      void queryClient.invalidateQueries({ queryKey: ['checklist'] })
      return queryClient.invalidateQueries({ queryKey: ['members'] })
    },
  })
  return (
    <section className="stack gap-3">
      <h3>{words.confirmTitle}</h3>
      <p className="small dim">
        {words.confirmHint} {sendsMail && words.confirmUnlisted} {words.confirmIfSure}
      </p>
      <Button variant="line" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {words.confirm}
      </Button>
      <FormError title={confirm.isError ? words.notSaved : ''}>{confirm.error?.message}</FormError>
    </section>
  )
}

function Access({ member, onClose }: Props) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const disable = useChange(member, words.disabledNow, onClose)
  const enable = useChange(member, words.enabledNow, onClose)
  const failed = disable.error ?? enable.error

  function confirm({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    setMissing(!reason.trim())
    if (!reason.trim()) focusFirstInvalid(form)
    else disable.mutate({ disabled: true, reason: reason.trim() })
  }

  return (
    <section className="stack gap-3">
      <h3>{words.access}</h3>
      {member.disabled ? (
        <>
          {member.disabledReason && <p>{words.disabledBecause(member.disabledReason)}</p>}
          <Button variant="line" busy={enable.isPending} onClick={() => enable.mutate({ disabled: false })}>
            {words.enable}
          </Button>
        </>
      ) : asking ? (
        <>
          <TextArea
            label={words.reason}
            rows={3}
            maxLength={500}
            autoFocus
            error={missing ? words.reasonMissing : undefined}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button variant="line" busy={disable.isPending} onClick={confirm}>
            {words.confirmDisable}
          </Button>
        </>
      ) : (
        <>
          <p className="small dim">{words.disableHint}</p>
          <Button variant="line" onClick={() => setAsking(true)}>
            {words.disable}
          </Button>
        </>
      )}
      <FormError title={failed ? words.notSaved : ''}>{failed?.message}</FormError>
    </section>
  )
}

function RemoveSecondFactor({ member: { id, name } }: { member: Member }) {
  const queryClient = useQueryClient()
  async function remove() {
    await api.admin.removeSecondFactor({ id })
    notify.success(words.secondFactorRemoved(name))
    await queryClient.invalidateQueries({ queryKey: ['members'] })
  }
  return (
    <section className="stack gap-3">
      <h3>{words.secondFactor}</h3>
      <p className="small dim">{words.secondFactorHint}</p>
      <ConfirmButton label={words.removeSecondFactor} title={words.removeSecondFactorTitle(name)} act={remove}>
        {words.removeSecondFactorBody}
      </ConfirmButton>
    </section>
  )
}

/** Makes a reset code and shows it once. The site stores only its hash. */
function ResetCode({ member: { id, name } }: { member: Member }) {
  const setting = useDateSetting()
  const make = useMutation({ mutationFn: () => api.admin.createResetCode({ id }) })
  if (make.data)
    return (
      <Note look="dashed" role="status">
        <p className="strong">{words.codeTitle}</p>
        <p className="paper-code">{make.data.code}</p>
        <p>{words.codeFor(name)}</p>
        <p className="strong break">{words.codePage(location.origin)}</p>
        <p className="small">{words.codeUntil(formatDateTime(make.data.expiresAt, setting))}</p>
        <Button variant="line" onClick={() => make.reset()}>
          {words.codeDone}
        </Button>
      </Note>
    )
  return (
    <section className="stack gap-3">
      <p className="small dim">{words.codeHint}</p>
      <Button variant="line" busy={make.isPending} onClick={() => make.mutate()}>
        {words.code}
      </Button>
      <FormError title={make.isError ? words.codeFailed : ''}>{make.error?.message}</FormError>
    </section>
  )
}
