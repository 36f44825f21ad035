import type { ComponentType, ReactNode } from 'react'
import { kindOf, personPage } from '#content/entry/address.ts'
import type { Brief } from '#content/entry/link/schema.ts'
import { BriefKind, BriefTitle, lookOf } from '#content/entry/list/brief.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { EntryActions, type EntryActionsProps } from '#content/entry/page/actions.tsx'
import { AuthorName } from '#content/entry/page/author.tsx'
import { Share, type Shared } from '#content/entry/page/share.tsx'
import type { Entry } from '#content/entry/schema.ts'
import { text } from '#content/entry/text.ts'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { money } from '#text/money.ts'
import { truncate } from '#text/truncate.ts'
import type { PlainLink } from '#ui/anchor.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Trail } from '#ui/layout/title-band.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { type Around, mostCounted, type Summary } from './schema.ts'

type Props = EntryActionsProps & {
  entry: Pick<Entry, 'title'> & Shared
  around: Around
  authorTitle?: string
  /** Links to the pages above this one, if the page has no title band that shows them. */
  trail?: readonly PlainLink[]
  /** Facts of the type, below the author. */
  facts?: ReactNode
  children: ReactNode
}

/** The columns of an entry's public page: its content, and beside it the author, similar entries and actions. */
export function EntryColumns({ entry, around, authorTitle, trail, facts, change, children }: Props) {
  return (
    <div className={trail ? 'sec under-trail' : 'sec'}>
      {trail && (
        <div className="wrap">
          <Trail links={trail} />
        </div>
      )}
      <div className="wrap columns">
        <article className="stack gap-6">
          {children}
          <Neighbours {...around} />
        </article>
        <aside className="stack gap-6 noprint">
          <AuthorPanel {...around} title={authorTitle} />
          {facts}
          <Similar {...around} />
          <Share title={entry.title} entry={entry} />
          <EntryActions entry={entry} {...(change && { change })} />
        </aside>
      </div>
    </div>
  )
}

/** Maximum number of characters of a bio that are shown here. The author's page shows all of it. */
const shortBio = 160

/** The author with a link to their page, shown only if they have a bio or other entries. */
export function AuthorPanel({
  author,
  title = text.sharedBy,
}: Pick<Around, 'author'> & { title?: string | undefined }) {
  if (!author || (author.entries < 2 && !author.bio)) return null
  const { name, avatar, bio, entries } = author
  return (
    <div className="card">
      <Section id="author" title={title} className="in stack gap-3">
        <p className="by">
          <Avatar name={name} photo={avatar} big />
          <b className="break">{name}</b>
        </p>
        {bio && <p className="break">{truncate(bio, shortBio)}</p>}
        <ButtonLink variant="line" wide href={personPage(author)}>
          {entries < 2 ? text.seePage : entries < mostCounted ? text.seeAll(entries) : text.seeMany}
        </ButtonLink>
      </Section>
    </div>
  )
}

type TitleProps = {
  /** The title of an entry with a link to its page, which is the public one by default. */
  Title?: ComponentType<{ entry: Brief }>
}

/** Lists the entries with the same topics, places or people. */
export function Similar({ similar, Title = BriefTitle }: Pick<Around, 'similar'> & TitleProps) {
  if (similar.length === 0) return null
  return (
    <Section id="similar" title={text.similar} className="stack noprint">
      <ul className="list">
        {similar.map((one) => (
          <PictureRow key={one.id} entry={one} Title={Title} />
        ))}
      </ul>
    </Section>
  )
}

/** A row with a small picture, or the drawing of its kind. The whole row is one link. */
function PictureRow({ entry, Title }: { entry: Summary } & Required<TitleProps>) {
  const { kind, type, cover, gloss, credit, madeBy, author, deceased, price } = entry
  const by = madeBy ?? (credit === null ? author : null)
  const picture = deceased || cover?.kind === 'audio' ? null : cover
  return (
    <li className="ev middle pictured">
      <CardPicture
        entry={{ ...entry, deceased: false }}
        picture={picture}
        field={lookOf(kind).field}
        look="tall"
        sizes="104px"
      />
      <div className="grow stack gap-1">
        <BriefKind kind={kind} />
        <h3 className={kindOf(type)?.titleInLanguage ? 't2' : undefined}>
          <Title entry={entry} />
        </h3>
        {gloss && <p lang="en">{gloss}</p>}
        <p className="small dim break">{by ? <AuthorName author={by} /> : credit}</p>
        {price !== null && <p className="small strong">{money(price, 'KES')}</p>}
        <LabelMarks entry={entry} quiet />
        {deceased && <WarningPlate look="round" />}
      </div>
    </li>
  )
}

/** Links to the entries of the same type before and after this one. */
export function Neighbours({ previous, next, Title = BriefTitle }: Pick<Around, 'previous' | 'next'> & TitleProps) {
  if (!previous && !next) return null
  return (
    <nav className="neighbours noprint" aria-label={text.readOn}>
      {previous && <Neighbour entry={previous} label={text.previous} Title={Title} />}
      {next && <Neighbour entry={next} label={text.next} Title={Title} />}
    </nav>
  )
}

function Neighbour({ entry, label, Title }: { entry: Brief; label: string } & Required<TitleProps>) {
  return (
    <p>
      <span className="small dim">{label}</span>
      <br />
      <b className="break">
        <Title entry={entry} />
      </b>
    </p>
  )
}
