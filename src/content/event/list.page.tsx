import { useState } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize, usePreferences } from '#web/preferences.ts'
import { WaitingPosts } from '../entry/waiting.tsx'
import type { Route } from './+types/list.page.ts'
import { EventCard } from './card.tsx'
import { dayBegin, dayEnd, isDay } from './moment.ts'
import { text } from './text.ts'

/** Spec §9, until the member saves a number of their own. */
const ownPageSize = 30

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** All events: search and days run on the server and live in the address. */
export default function Events() {
  const [params, change] = useAddressQuery()
  const { timezone, defaultView } = usePreferences()
  const q = params.get('q') ?? ''
  const days = { from: dayOf(params.get('from')), to: dayOf(params.get('to')) }
  const query = {
    q,
    from: days.from && dayBegin(days.from, timezone),
    to: days.to && dayEnd(days.to, timezone),
    limit: usePageSize(ownPageSize),
  }
  const { list, items: events } = usePaged(['event', 'list', query], (page, options) =>
    api.event.list({ ...query, ...page }, options),
  )

  return (
    <div className="stack gap-5">
      <div className="row split">
        <h1>{text.title}</h1>
        <ButtonLink to="/contribute/events" icon="plus">
          {text.add}
        </ButtonLink>
      </div>
      <SearchForm
        key={q}
        label={text.searchLabel}
        placeholder={text.searchHint}
        submit={text.search}
        defaultValue={q}
        onSubmit={(event) => {
          event.preventDefault()
          change({ q: String(new FormData(event.currentTarget).get('q') ?? '') })
        }}
      />
      <Days days={days} onChange={change} />
      <WaitingPosts operation="event.create" />
      <PagedList
        list={list}
        loading={<Skeleton columns="g2" count={4} label={text.loading} />}
        failed={text.failed}
        none={
          <EmptyState slim title={text.none} actions={<ButtonLink to="/contribute/events">{text.add}</ButtonLink>}>
            {text.noneHint}
          </EmptyState>
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

/** A day of the address, or none where it names no day. */
function dayOf(param: string | null): string {
  return param && isDay(param) ? param : ''
}

type Range = { from: string; to: string }

/** The days to show. What is typed and is no day yet stays in the field, and out of the address. */
function Days({ days, onChange }: { days: Range; onChange: (days: Range) => void }) {
  const [typed, setTyped] = useState<Range | null>(null)
  function choose(next: Range) {
    const whole = [next.from, next.to].every((day) => day === '' || isDay(day))
    setTyped(whole ? null : next)
    if (whole) onChange(next)
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
