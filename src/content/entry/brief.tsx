import type { ReactNode } from 'react'
import { KindLabel, type KindLabelProps, Word } from '#ui/labels.tsx'
import { ListRow } from '#ui/list.tsx'
import { pageOf } from './address.ts'
import { WarningPlate } from './covered.tsx'
import { LabelMarks } from './labels.tsx'
import type { Brief } from './link/schema.ts'
import { text } from './text.ts'

type Look = Pick<KindLabelProps, 'kind' | 'icon'>

/** Colour and drawing of each kind that is not as its name says. */
const looks: Record<string, Look> = {
  media: { kind: 'media' },
  event: { kind: 'event' },
  vocabulary: { kind: 'word' },
  proverb: { kind: 'word' },
  poem: { kind: 'word', icon: 'article' },
  communication: { kind: 'word' },
  product: { kind: 'article', icon: 'bag' },
  artifact: { kind: 'article', icon: 'photo' },
  conservation: { kind: 'article', icon: 'keep' },
  'social-structure': { kind: 'media', icon: 'people' },
  ceremony: { kind: 'event', icon: 'people' },
  ritual: { kind: 'event', icon: 'people' },
  custom: { kind: 'event', icon: 'people' },
}

/** What an entry of any type is, by its icon and its word; `quiet` leaves the word to screen readers. */
export function BriefKind({ kind, quiet }: Pick<Brief, 'kind'> & { quiet?: boolean }) {
  const known: Record<string, string> = text.kinds
  return <KindLabel {...(looks[kind] ?? { kind: 'article' })} label={known[kind] ?? kind} quiet={quiet} />
}

/** Its title as the language it is in wants it, with the link to its page. */
export function BriefTitle({ entry }: { entry: Brief }) {
  const { type, title, phonetic } = entry
  return <a href={pageOf(entry)}>{isInLanguage(type) ? <Word phonetic={phonetic}>{title}</Word> : title}</a>
}

type BriefRowProps = {
  entry: Brief
  level?: 3 | 4
  /** Below: how it belongs here, or who and when. */
  note?: ReactNode
  action?: ReactNode
}

/** An entry of any type as a row of a list: what it is, its title, and the English of what is in the language. */
export function BriefRow({ entry, level = 3, note, action }: BriefRowProps) {
  const Heading = `h${level}` as const
  const { kind, type, gloss } = entry
  return (
    <ListRow lead={<BriefKind kind={kind} quiet />} action={action}>
      <div className={gloss ? 'grid g2 gap-1' : undefined}>
        <Heading className={isInLanguage(type) ? 't2' : undefined}>
          <BriefTitle entry={entry} />
        </Heading>
        {gloss && <p lang="en">{gloss}</p>}
      </div>
      {note && <p className="small dim">{note}</p>}
      <LabelMarks entry={entry} />
      {entry.deceased && <WarningPlate look="round" />}
    </ListRow>
  )
}

/** A word and a proverb are called by themselves. */
function isInLanguage(type: string): boolean {
  return type === 'vocabulary' || type === 'proverb'
}
