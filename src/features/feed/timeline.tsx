import { Fragment } from 'react'
import { changePageOf } from '#content/entry/address.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { registerLink } from '#content/event/register-link.tsx'
import { text as eventText } from '#content/event/text.ts'
import { whenFor } from '#content/event/when.ts'
import { kinds } from '#content/kinds.ts'
import { EntryPost } from '#content/media/summary/post.tsx'
import type { Summary } from '#content/media/summary/schema.ts'
import { ButtonLink } from '#ui/button.tsx'
import { byDay } from '#ui/data/formats.ts'
import { Pills } from '#ui/list/pills.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { text } from './text.ts'

const { article, media, event, vocabulary, poem, proverb } = kinds
/** The kinds that have a list of their own beside the timeline. */
const shows = [article.type, media.type, event.type, vocabulary.type, poem.type, proverb.type] as const
type Show = (typeof shows)[number]

/** Returns the kind whose list is shown; undefined while the timeline is. */
export function useShow(): Show | undefined {
  const [params] = useAddressQuery()
  return shows.find((kind) => kind === params.get('show'))
}

/**
 * Shows everything that members have shared, newest first, or their entries of one kind, newest first and events by
 * their start. Both are grouped by day, and show each import as one line.
 */
export function Timeline() {
  const show = useShow()
  const which = show && ({ kind: show, sort: show === event.type ? 'start' : 'newest' } as const)
  const query = { limit: usePageSize(20), by: 'members', ...which } as const
  const { list, items } = usePaged(['feed', 'list'], api.explore.list, query)
  return (
    <section className="stack" aria-label={text.timeline}>
      <Pills
        label={text.show}
        links={[
          { to: '/dashboard', label: text.all, current: !show, preventScrollReset: true },
          ...shows.map((kind) => ({
            to: `/dashboard?show=${kind}`,
            label: kindPlural(kind),
            current: kind === show,
            preventScrollReset: true,
          })),
        ]}
      />
      <WaitingPosts />
      <PagedList
        list={list}
        loading={{ shape: 'posts', count: 3, label: text.loading }}
        failed={text.failed}
        none={<Nothing show={show} />}
      >
        {items.length > 0 && <Days items={items} byStart={show === event.type} />}
      </PagedList>
    </section>
  )
}

/** Shows the posts, with a heading for each day: that of an event's start or, by default, of the publication. */
function Days({ items, byStart }: { items: Summary[]; byStart: boolean }) {
  const setting = useDateSetting()
  const dayOf = ({ startDate, publishedAt, createdAt }: Summary) => (byStart && startDate) || publishedAt || createdAt
  const days = byDay(items, dayOf, setting)
  return days.map(({ day, items }) => (
    <Fragment key={day}>
      <h2 className="day-heading">{day}</h2>
      {items.map((entry) => (
        <EntryPost
          key={entry.id}
          entry={entry}
          when={hoursOf(entry, setting)}
          action={registerLink(entry, { to: `${changePageOf(entry)}?register` })}
        />
      ))}
    </Fragment>
  ))
}

/** Returns when an event takes place, on the place's clock and the reader's; undefined for other entries. */
function hoursOf({ startDate, endDate }: Summary, setting: { timeZone: string }): string | undefined {
  if (!startDate || !endDate) return undefined
  const { place, reader } = whenFor({ startDate, endDate }, setting)
  const hours = `${eventText.span(place.from, place.to)}, ${place.zone}`
  return reader ? `${hours}. ${eventText.yourTime(eventText.span(reader.from, reader.to), reader.zone)}` : hours
}

function Nothing({ show }: { show: Show | undefined }) {
  return (
    <EmptyState
      slim
      title={show ? text.noneOf(kindPlural(show).toLowerCase()) : text.none}
      actions={
        <ButtonLink to={kinds[show ?? media.type].form} icon="plus">
          {text.beFirst}
        </ButtonLink>
      }
    >
      {text.noneHint}
    </EmptyState>
  )
}
