import { formatDateTime } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { text } from './text.ts'

const pageSize = 20

/** Lists the addresses that refused an email for good. Shows nothing if there are none. */
export function RefusedEmails() {
  const words = text.refusedEmails
  const setting = useDateSetting()
  const { list, items } = usePaged(['refused-emails'], (page, options) =>
    api.admin.refusedEmails({ limit: pageSize, ...page }, options),
  )
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
