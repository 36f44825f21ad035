import { kindOf, pageOf } from '#content/entry/address.ts'
import { registerLink } from '#content/event/register-link.tsx'
import { text as event } from '#content/event/text.ts'
import { kinds } from '#content/kinds.ts'
import type { Summary } from '#content/media/summary/schema.ts'
import { EntryTile } from '#content/media/summary/tile.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { zoneName } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { NextPage } from '#ui/state/next-page.tsx'
import { addressOf, everything, type Filter, firstSort } from './address.ts'
import { isFileKind } from './schema.ts'
import { text } from './text.ts'

type Listed = { filter: Filter; items: Summary[]; next: string | null }

/** Shows a page of entries as tiles, and a link to the reverse order or, for events, to the past or upcoming ones. */
export function Results({ loaded: { filter, items, next } }: { loaded: Listed }) {
  const { sort, q } = filter
  const other = { newest: 'oldest', oldest: 'newest', upcoming: 'past', past: 'upcoming' } as const
  const reversed = other[sort]
  return (
    <section className="stack" aria-labelledby="found">
      <div className="row split">
        <h2 className="t2" id="found" dir="auto">
          {q ? text.found(q) : text.sorts[sort]}
        </h2>
        <ButtonLink variant="line" className="noprint" href={addressOf({ ...filter, sort: reversed })} rel="nofollow">
          {text.sorts[reversed]}
        </ButtonLink>
      </div>
      {filter.kind === kinds.event.type && <p className="small dim">{event.clock(zoneName(new Date()))}</p>}
      {items.length === 0 && <p className="dim">{text.noneUpcoming}</p>}
      <ul className={filter.kind === 'audio' ? 'tiles talks' : 'tiles'} data-list>
        {items.map((entry, at) => (
          <EntryTile
            key={entry.id}
            entry={entry}
            opening={at < 2}
            action={registerLink(entry, { variant: 'line', href: pageOf(entry) })}
          />
        ))}
      </ul>
      <NextPage href={next} />
    </section>
  )
}

/** Shows the latest past events, below the upcoming ones. */
export function PastEvents({ filter, past }: { filter: Filter; past: Summary[] }) {
  if (past.length === 0) return null
  return (
    <Section id="past" title={text.sorts.past}>
      <ul className="tiles">
        {past.map((entry) => (
          <EntryTile key={entry.id} entry={entry} />
        ))}
      </ul>
      <p className="noprint">
        <ButtonLink variant="line" href={addressOf({ ...filter, sort: 'past' })}>
          {text.allPast}
        </ButtonLink>
      </p>
    </Section>
  )
}

/** Explains an empty list: how to see more if filters are set, or else how to add the first entry. */
export function Empty({ filter, narrowed }: { filter: Filter; narrowed: boolean }) {
  const { kind, q } = filter
  if (narrowed)
    return (
      <EmptyState
        slim
        plain
        title={<span dir="auto">{q ? text.noMatch(q) : text.none}</span>}
        actions={
          <ButtonLink href={addressOf({ ...everything, kind, sort: firstSort(kind) })}>{text.showAll}</ButtonLink>
        }
      >
        {text.noneHelp}
      </EmptyState>
    )
  const words: Record<string, { title: string; help: string; act: string }> = text.empty
  const { title, help, act } = words[kind ?? ''] ?? text.nothing
  const form = kind && !isFileKind(kind) ? kindOf(kind).form : kinds.media.form
  return (
    <EmptyState
      title={title}
      actions={
        <ButtonLink href={form} icon="plus">
          {act}
        </ButtonLink>
      }
    >
      {help}
    </EmptyState>
  )
}
