import { Card } from '#ui/card.tsx'
import type { Field } from '#ui/field.ts'
import { beginningOf } from '#ui/formats.ts'
import { BriefKind } from '../entry/brief.tsx'
import { CardPicture } from '../entry/card-picture.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { StandingMark } from '../entry/standing.tsx'
import type { Heritage, Section } from './schema.ts'
import { text } from './text.ts'

/** Where each section stands on the site, and in which colour. */
export const sectionPages: Record<Section, { href: string; field: Field }> = {
  communication: { href: '/language/communication', field: 'maize' },
  practice: { href: '/culture/practices', field: 'ochre' },
  story: { href: '/culture/stories', field: 'ochre' },
  'social-structure': { href: '/social-structure', field: 'dusk' },
  ceremony: { href: '/traditions/ceremonies', field: 'acacia' },
  ritual: { href: '/traditions/rituals', field: 'acacia' },
  custom: { href: '/traditions/customs', field: 'acacia' },
}

export const heritagePage = (id: string) => `/heritage/${id}`

/** An entry of a section in its list: picture, title, a few sentences, and who tells it. */
export function HeritageCard({ entry }: { entry: Heritage }) {
  const { id, section, title, summary, coverFile, narrator } = entry
  return (
    <Card
      as="li"
      level={2}
      picture={<CardPicture entry={entry} picture={coverFile} field={sectionPages[section].field} />}
      kind={
        <>
          <BriefKind kind={section} /> <StandingMark entry={entry} words={text} />
        </>
      }
      title={<a href={heritagePage(id)}>{title}</a>}
    >
      {summary && <p>{beginningOf(summary)}</p>}
      {narrator && <p className="small dim">{text.toldBy(narrator)}</p>}
      <LabelMarks entry={entry} />
    </Card>
  )
}
