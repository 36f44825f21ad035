import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Member } from '#accounts/schema.ts'
import { roles } from '#core/permission.ts'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate, formatDateTime } from '#ui/data/formats.ts'
import { Choice } from '#ui/form/choice.tsx'
import { Options } from '#ui/form/options.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { text as uiText } from '#ui/text.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { MemberDialog } from './member-dialog.tsx'
import { text } from './text.ts'

const words = text.members
type Status = keyof typeof words.statuses

export const meta = titled(() => words.title)

export default function MembersPage() {
  return (
    <AdminsOnly title={words.title}>
      <Members />
      <RefusedEmails />
    </AdminsOnly>
  )
}

/** Lists all accounts. The search and the filters are in the address, and the server applies them. */
function Members() {
  const [params, change] = useAddressQuery()
  const [openId, setOpenId] = useState<string | null>(null)
  const query = { ...readQuery(params), limit: usePageSize(20) }
  const { list, items: members } = usePaged(['members'], api.admin.members, query)
  const opened = members.find(({ id }) => id === openId)

  return (
    <>
      <p>
        <Link className="back" to="/admin/sellers">
          {words.sellers}
        </Link>
      </p>
      <SearchForm
        key={query.q}
        label={words.searchLabel}
        placeholder={words.searchHint}
        defaultValue={query.q}
        onSearch={(q) => change({ q })}
      />
      <div className="row tools">
        <Choice
          label={words.status}
          value={query.status ?? ''}
          options={words.statuses}
          onChoose={(value) => change({ status: value })}
        />
        <select
          aria-label={words.role}
          value={query.role ?? ''}
          onChange={(event) => change({ role: event.target.value })}
        >
          <option value="">{words.anyRole}</option>
          <Options of={roles} name={(role) => words.roles[role]} />
        </select>
      </div>
      <PagedRows
        list={list}
        items={members}
        loading={{ count: 5, label: words.loading }}
        failed={words.failed}
        none={
          <EmptyState slim plain title={words.none} actions={<ButtonLink to="/admin/members">{words.all}</ButtonLink>}>
            {words.noneHint}
          </EmptyState>
        }
        row={(member) => <MemberRow key={member.id} member={member} onChange={() => setOpenId(member.id)} />}
      />
      {opened && <MemberDialog member={opened} onClose={() => setOpenId(null)} />}
    </>
  )
}

function MemberRow({ member, onChange }: { member: Member; onChange: () => void }) {
  const { name, avatar, email, emailVerified, roles, isPremium, admitted, disabled, createdAt } = member
  const setting = useDateSetting()
  return (
    <li className="row person">
      <Avatar name={name} photo={avatar} />
      <div className="words-beside stack gap-1">
        <p className="row gap-2">
          <b>{name}</b>
          {!admitted && <StatusPill field="maize">{words.waiting}</StatusPill>}
          {disabled && <StatusPill field="ochre">{words.disabled}</StatusPill>}
          {roles.map((role) => (
            <StatusPill key={role} field="acacia">
              {words.roles[role]}
            </StatusPill>
          ))}
          {isPremium && <StatusPill field="dusk">{words.premium}</StatusPill>}
        </p>
        <p className="small dim break">
          {[email, !emailVerified && words.unconfirmed, words.since(formatDate(createdAt, setting))]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <div className="row gap-2">
        {!admitted && <Admit member={member} />}
        <Button variant="line" onClick={onChange}>
          {uiText.edit}
          <span className="sr">: {name}</span>
        </Button>
      </div>
    </li>
  )
}

function Admit({ member: { id, name } }: { member: Member }) {
  const queryClient = useQueryClient()
  const admit = useMutation({
    mutationFn: () => api.admin.updateMember({ id, admitted: true }),
    onSuccess: () => {
      notify.success(words.admitted(name))
      return queryClient.invalidateQueries({ queryKey: ['members'] })
    },
    onError: (error) => notify.error(`${words.notSaved}. ${error.message}`),
  })
  return (
    <Button busy={admit.isPending} onClick={() => admit.mutate()}>
      {words.admit}
      <span className="sr">: {name}</span>
    </Button>
  )
}

function readQuery(params: URLSearchParams) {
  const status = params.get('status') ?? ''
  const role = roles.find((one) => one === params.get('role'))
  return {
    q: params.get('q') ?? '',
    ...(status && status in words.statuses && { status: status as Exclude<Status, ''> }),
    ...(role && { role }),
  }
}

/** Lists the addresses that refused an email for good. Shows nothing if there are none. */
function RefusedEmails() {
  const words = text.refusedEmails
  const setting = useDateSetting()
  const { list, items } = usePaged(['refused-emails'], api.admin.refusedEmails, { limit: 20 })
  if (!list.isError && items.length === 0) return null
  return (
    <Section id="refused-emails" title={words.title} className="stack gap-3">
      <p className="dim">{words.lead}</p>
      <PagedRows
        list={list}
        items={items}
        loading={{ count: 2 }}
        failed={words.failed}
        none={null}
        row={({ id, email, answer, isAddress, refusedAt }) => (
          <li key={id} className="stack gap-1">
            <p className="break">
              <b>{email}</b>, {isAddress ? words.broken : words.one}
            </p>
            <p className="small dim break">
              {formatDateTime(refusedAt, setting)}. {words.answer(answer)}
            </p>
          </li>
        )}
      />
    </Section>
  )
}
