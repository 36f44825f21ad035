import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Role, roles } from '#core/permission.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, TextArea } from '#ui/form/text-field.tsx'
import { formatDateTime } from '#ui/formats.ts'
import { Note } from '#ui/note.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session.ts'
import type { Member } from './schema.ts'
import { text } from './text.ts'

const words = text.members
type Props = { member: Member; onClose: () => void }

/** What an admin may change of one account. */
export function MemberDialog({ member, onClose }: Props) {
  const [chosen, setChosen] = useState<Role[]>(member.roles)
  const [isPremium, setPremium] = useState(member.isPremium)
  const own = useUser()?.id === member.id
  const save = useChange(member, words.saved, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate({ roles: chosen, isPremium })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={member.name}
      form={{ onSubmit: submit }}
      footer={
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      }
    >
      <p className="small dim break">{member.email}</p>
      <fieldset>
        <legend>{words.rolesLegend}</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={
              <>
                {words.roles[role]}
                <span className="small dim">, {words.roleHints[role]}</span>
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
      {!own && <Access member={member} onClose={onClose} />}
      {!own && !member.roles.includes('admin') && <ResetCode member={member} />}
    </Dialog>
  )
}

type Change = Omit<Parameters<typeof api.admin.updateMember>[0], 'id'>

/** Sends a change, says it, and has the list loaded anew. */
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

function Access({ member, onClose }: Props) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const disable = useChange(member, words.disabledNow, onClose)
  const enable = useChange(member, words.enabledNow, onClose)
  const failed = disable.error ?? enable.error

  function confirm() {
    setMissing(!reason.trim())
    if (reason.trim()) disable.mutate({ disabled: true, reason: reason.trim() })
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

/** Makes the code and shows it this once; it is kept nowhere but on the paper. */
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
