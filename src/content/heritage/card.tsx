import { Card } from '#ui/card.tsx'
import { PlaceholderPicture } from '#ui/contour.tsx'
import type { Field } from '#ui/field.ts'
import { beginningOf } from '#ui/formats.ts'
import { StatusPill } from '#ui/labels.tsx'
import { Picture } from '#ui/picture.tsx'
import { BriefKind } from '../entry/brief.tsx'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
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
      picture={
        entry.deceased ? (
          <WarningPlate />
        ) : coverFile ? (
          <div className="pic">
            <Picture file={coverFile} alt="" sizes="(min-width: 900px) 400px, 100vw" />
          </div>
        ) : (
          <PlaceholderPicture field={sectionPages[section].field} view={id.charCodeAt(id.length - 1)} />
        )
      }
      kind={
        <>
          <BriefKind kind={section} /> <HeritageMarks entry={entry} />
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

/** What sets it apart from what everybody sees. */
export function HeritageMarks({ entry: { state, visibility } }: { entry: Pick<Heritage, 'state' | 'visibility'> }) {
  if (state === 'draft') return <StatusPill field="maize">{text.draft}</StatusPill>
  if (state === 'hidden') return <StatusPill field="ochre">{text.hidden}</StatusPill>
  return visibility === 'public' ? null : <StatusPill field="dusk">{text.audiences[visibility]}</StatusPill>
}
