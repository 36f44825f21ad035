import { useState } from 'react'
import { Cards, MemberList } from '#content/entry/list/member-list.tsx'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { EventCard } from './card.tsx'
import { kind } from './kind.ts'
import { isDay } from './moment.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** Lists the events: first those that are not over, then the others. The search and the dates are in the address. */
export default function Events() {
  const [params, change] = useAddressQuery()
  const q = params.get('q') ?? ''
  const days = { from: dayOf(params.get('from')), to: dayOf(params.get('to')) }
  const [typed, setTyped] = useState<Range | null>(null)
  // The field shows the error, so "nothing found" isn't shown as well.
  const isInvalid = typed !== null || (days.from !== '' && days.to !== '' && days.from > days.to)
  const query = { q, ...days, limit: usePageSize(30) }
  const coming = useEvents({ ...query, when: 'coming' })
  // Past events come after the others, and would only delay them.
  const past = useEvents({ ...query, when: 'past' }, coming.list.isSuccess)
  const isFiltered = days.from !== '' || days.to !== ''

  // The default is the invitation to add an event.
  const none = () => {
    if (!past.list.isSuccess) return past.list.isPending && <Skeleton count={1} label={text.loading} />
    if (isInvalid) return null
    return past.items.length > 0 ? <p className="dim">{text.noneComing}</p> : undefined
  }
  return (
    <MemberList
      type={kind.type}
      title={text.title}
      text={text}
      add={text.add}
      q={q}
      isFiltered={isFiltered}
      onSearch={(q) => change({ q })}
      filters={<Days days={days} typed={typed} onType={setTyped} onChange={change} />}
      list={coming.list}
      items={coming.items}
      card={(event) => <EventCard key={event.id} event={event} level={2} />}
      none={none()}
    >
      {(past.list.isError || past.items.length > 0) && (
        <Section title={text.past} className="stack gap-5">
          <PagedList list={past.list} loading={{ label: text.loading }} failed={text.failed} none={null}>
            {past.items.length > 0 && (
              <Cards items={past.items} card={(event) => <EventCard key={event.id} event={event} level={3} />} />
            )}
          </PagedList>
        </Section>
      )}
    </MemberList>
  )
}

function useEvents(query: Parameters<typeof api.event.list>[0], enabled = true) {
  return usePaged([kind.type, 'list'], api.event.list, query, { enabled })
}

/** Returns a day from the address, or an empty string if it is missing or invalid. */
function dayOf(param: string | null): string {
  return param && isDay(param) ? param : ''
}

type Range = { from: string; to: string }

type DaysProps = {
  days: Range
  typed: Range | null
  onType: (typed: Range | null) => void
  onChange: (days: Range) => void
}

/** The range of days. Incomplete input stays in the field and out of the address. */
function Days({ days, typed, onType, onChange }: DaysProps) {
  function choose(next: Range) {
    const isComplete = [next.from, next.to].every((day) => day === '' || isDay(day))
    onType(isComplete ? null : next)
    if (isComplete) onChange(next)
  }
  return (
    <div className="stack gap-3">
      <DateField label={text.days} mode="range" value={typed ?? days} onChange={choose} />
      {(days.from !== '' || days.to !== '') && (
        <Button variant="text" className="flush" onClick={() => choose({ from: '', to: '' })}>
          {text.allDays}
        </Button>
      )}
    </div>
  )
}
