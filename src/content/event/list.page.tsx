import { useState } from 'react'
import { ListHead } from '#content/entry/list/list-head.tsx'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize, usePreferences } from '#web/preferences.ts'
import { EventCard } from './card.tsx'
import { isDay } from './moment.ts'
import { text } from './text.ts'

/** The default page size, until the member saves another (spec 3.9). */
const ownPageSize = 30

export const meta = titled(() => text.title)

/** Lists the events. The search and the dates are in the address, and the server applies them. */
export default function Events() {
  const [params, change] = useAddressQuery()
  const { defaultView } = usePreferences()
  const q = params.get('q') ?? ''
  const days = { from: dayOf(params.get('from')), to: dayOf(params.get('to')) }
  const [typed, setTyped] = useState<Range | null>(null)
  // The field shows the error, so "nothing found" isn't shown as well.
  const isInvalid = typed !== null || (days.from !== '' && days.to !== '' && days.from > days.to)
  const query = {
    q,
    ...days,
    limit: usePageSize(ownPageSize),
  }
  const { list, items: events } = usePaged(['event', 'list', query], (page, options) =>
    api.event.list({ ...query, ...page }, options),
  )

  return (
    <div className="stack gap-5">
      <ListHead
        title={text.title}
        form="/contribute/events"
        add={text.add}
        q={q}
        search={{ label: text.searchLabel, placeholder: text.searchHint, submit: text.search }}
        onSearch={(q) => change({ q })}
      />
      <Days days={days} typed={typed} onType={setTyped} onChange={change} />
      <WaitingPosts operation="event.create" />
      <PagedList
        list={list}
        loading={{ shape: 'cards', columns: 'g2', count: 4, label: text.loading }}
        failed={text.failed}
        none={
          !isInvalid && (
            <EmptyState slim title={text.none} actions={<ButtonLink to="/contribute/events">{text.add}</ButtonLink>}>
              {q || days.from || days.to ? text.noneHint : text.firstHint}
            </EmptyState>
          )
        }
      >
        {events.length > 0 && (
          <div className={defaultView === 'grid' ? 'grid g2' : 'stack mid wide'}>
            {events.map((event) => (
              <EventCard key={event.id} event={event} level={2} />
            ))}
          </div>
        )}
      </PagedList>
    </div>
  )
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
