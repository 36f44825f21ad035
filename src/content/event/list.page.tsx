import { useState } from 'react'
import { ListHead } from '#content/entry/list/list-head.tsx'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize, usePreferences } from '#web/preferences.ts'
import { EventCard } from './card.tsx'
import { isDay } from './moment.ts'
import type { Event } from './schema.ts'
import { text } from './text.ts'

/** The default page size, until the member saves another (spec 3.9). */
const ownPageSize = 30

export const meta = titled(() => text.title)

/** Lists the events: first those that are not over, then the others. The search and the dates are in the address. */
export default function Events() {
  const [params, change] = useAddressQuery()
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
  const coming = useEvents({ ...query, when: 'coming' })
  // Past events come after the others, and would only delay them.
  const past = useEvents({ ...query, when: 'past' }, coming.list.isSuccess)
  const isSearched = q !== '' || days.from !== '' || days.to !== ''

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
        list={coming.list}
        loading={{ shape: 'cards', columns: 'g2', count: 4, label: text.loading }}
        failed={text.failed}
        none={
          past.list.isSuccess
            ? !isInvalid && <None isSearched={isSearched} isOnlyComing={past.items.length > 0} />
            : past.list.isPending && <Skeleton count={1} label={text.loading} />
        }
      >
        {coming.items.length > 0 && <Cards events={coming.items} level={2} />}
      </PagedList>
      {(past.list.isError || past.items.length > 0) && (
        <Section title={text.past} className="stack gap-5">
          <PagedList list={past.list} loading={{ label: text.loading }} failed={text.failed} none={null}>
            {past.items.length > 0 && <Cards events={past.items} level={3} />}
          </PagedList>
        </Section>
      )}
    </div>
  )
}

function useEvents(query: Parameters<typeof api.event.list>[0], enabled = true) {
  return usePaged(['event', 'list', query], (page, options) => api.event.list({ ...query, ...page }, options), {
    enabled,
  })
}

function Cards({ events, level }: { events: Event[]; level: 2 | 3 }) {
  const { defaultView } = usePreferences()
  return (
    <div className={defaultView === 'grid' ? 'grid g2' : 'stack mid wide'}>
      {events.map((event) => (
        <EventCard key={event.id} event={event} level={level} />
      ))}
    </div>
  )
}

/** Says that there are no events or, if past ones follow, none that are still to come. */
function None({ isSearched, isOnlyComing }: { isSearched: boolean; isOnlyComing: boolean }) {
  if (isOnlyComing) return <p className="dim">{text.noneComing}</p>
  return (
    <EmptyState slim title={text.none} actions={<ButtonLink to="/contribute/events">{text.add}</ButtonLink>}>
      {isSearched ? text.noneHint : text.firstHint}
    </EmptyState>
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
