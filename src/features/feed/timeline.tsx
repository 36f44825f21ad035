import { Fragment } from 'react'
import { changePageOf, type PageKind } from '#content/entry/address.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { registerLink } from '#content/event/register-link.tsx'
import { text as eventText } from '#content/event/text.ts'
import { whenFor } from '#content/event/when.ts'
import { kinds } from '#content/kinds.ts'
import { looks } from '#content/media/kind.ts'
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

/** The page size for members who haven't chosen one (spec 3.9). */
const ownPageSize = 20

const { article, event, vocabulary, poem } = kinds
/** The kinds by which the timeline can be filtered. */
const shows = [
  article.type,
  ...(Object.keys(looks) as (keyof typeof looks)[]),
  event.type,
  vocabulary.type,
  poem.type,
] as const satisfies readonly (PageKind | keyof typeof looks)[]

/** Shows everything that members have shared, newest first and grouped by day. */
export function Timeline() {
  const [params] = useAddressQuery()
  const show = shows.find((kind) => kind === params.get('show'))
  const pageSize = usePageSize(ownPageSize)
  const { list, items } = usePaged(['feed', 'list', show ?? 'everything', pageSize], (page, options) =>
    api.explore.list({ limit: pageSize, kind: show, by: 'members', ...page }, options),
  )
  return (
    <section className="stack" aria-label={text.timeline}>
      <Pills
        label={text.show}
        links={[
          { to: '/dashboard', label: text.all, current: !show },
          ...shows.map((kind) => ({
            to: `/dashboard?show=${kind}`,
            label: kindPlural(kind),
            current: kind === show,
          })),
        ]}
      />
      <WaitingPosts />
      <PagedList
        list={list}
        loading={{ shape: 'cards', count: 3, label: text.loading }}
        failed={text.failed}
        none={<Nothing show={show} />}
      >
        {items.length > 0 && <Days items={items} />}
      </PagedList>
    </section>
  )
}

/** Shows the posts, with a heading for each day. */
function Days({ items }: { items: Summary[] }) {
  const setting = useDateSetting()
  const days = byDay(items, ({ publishedAt, createdAt }) => publishedAt ?? createdAt, setting)
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

function Nothing({ show }: { show: (typeof shows)[number] | undefined }) {
  return (
    <EmptyState
      slim
      title={show ? text.noneOf(kindPlural(show).toLowerCase()) : text.none}
      actions={
        <ButtonLink to={show && show in kinds ? kinds[show as PageKind].form : kinds.media.form} icon="plus">
          {text.beFirst}
        </ButtonLink>
      }
    >
      {text.noneHint}
    </EmptyState>
  )
}
