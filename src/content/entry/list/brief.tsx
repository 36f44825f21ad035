import type { ReactNode } from 'react'
import { sections } from '#content/heritage/kind.ts'
import type { Look } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { looks } from '#content/media/kind.ts'
import { phonetic as phoneticTag } from '#text/language-tag.ts'
import { KindLabel, Word } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { kindOf, pageOf } from '../address.ts'
import { kindName } from '../kind-names.ts'
import type { Brief } from '../link/schema.ts'
import { LabelMarks } from '../visibility/labels.tsx'
import { WarningPlate } from '../visibility/warning.tsx'

/** Shows the kind of an entry as an icon and a word. `quiet` leaves the word to screen readers. */
export function BriefKind({ kind, quiet }: Pick<Brief, 'kind'> & { quiet?: boolean }) {
  return <KindLabel {...lookOf(kind)} label={kindName(kind)} quiet={quiet} />
}

/** Returns the look of a type, of a section of heritage, or of a kind of file. */
export function lookOf(kind: string): Look {
  const parts: Record<string, Look> = { ...sections, ...looks }
  const { field, icon } = kindOf(kind)?.look ?? parts[kind] ?? kinds.article.look
  return { field, icon }
}

/** Returns the colour in which words and recordings are talk blocks; undefined for all other entries. */
export function talkOf({ type, kind }: Pick<Brief, 'type' | 'kind'>): 'maize' | 'dusk' | undefined {
  if (kindOf(type)?.titleInLanguage) return 'maize'
  return kind === 'audio' ? 'dusk' : undefined
}

/** The title of an entry with a link to its page, marked with its language. */
export function BriefTitle({ entry }: { entry: Brief }) {
  return (
    <a href={pageOf(entry)}>
      <TitleText entry={entry} />
    </a>
  )
}

/** The title of an entry, marked with its language unless that is a language of the interface. */
export function TitleText({ entry: { title, language, phonetic } }: { entry: Brief }) {
  if (language === null) return title
  return <Word lang={phonetic ? phoneticTag(language) : language}>{title}</Word>
}

type BriefRowProps = {
  entry: Brief
  level?: 3 | 4
  /** Shown below the title: the relation, or author and date. */
  note?: ReactNode
  action?: ReactNode
}

/** A row of a mixed list: kind, title and, for words and proverbs, the English meaning. */
export function BriefRow({ entry, level = 3, note, action }: BriefRowProps) {
  const Heading = `h${level}` as const
  const { kind, type, gloss } = entry
  return (
    <ListRow lead={<BriefKind kind={kind} quiet />} action={action}>
      <div className={gloss ? 'grid g2 gap-1' : undefined}>
        <Heading className={kindOf(type)?.titleInLanguage ? 't2' : undefined}>
          <BriefTitle entry={entry} />
        </Heading>
        {gloss && <p lang="en">{gloss}</p>}
      </div>
      {note && <p className="small dim break">{note}</p>}
      <LabelMarks entry={entry} />
      {entry.deceased && <WarningPlate look="round" />}
    </ListRow>
  )
}
