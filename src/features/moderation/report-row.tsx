import { useState } from 'react'
import { BriefKind, BriefTitle } from '#content/entry/brief.tsx'
import { text as ofReports } from '#content/entry/report/text.ts'
import { Button } from '#ui/button.tsx'
import { formatDateTime } from '#ui/formats.ts'
import { StatusPill } from '#ui/labels.tsx'
import { LatePart } from '#ui/late-part.tsx'
import { Note } from '#ui/note.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { Decide } from './decide.tsx'
import { HideAll } from './hide-all.tsx'
import type { Report } from './schema.ts'
import { text } from './text.ts'

const preview = () => import('./preview.tsx').then((module) => module.Preview)
const fields = { hidden: 'ochre', kept: 'acacia', restored: 'dusk' } as const

/** What readers say of one entry, the entry itself, and what a moderator can do. */
export function ReportRow({ report }: { report: Report }) {
  const { entry, unseen, own, resolution, note, closedBy, closedAt, count, newestAt, hiddenBefore } = report
  const setting = useDateSetting()
  const reasons = Object.entries(report.reasons).map(([reason, people]) => {
    const label = ofReports.reasons[reason as keyof typeof ofReports.reasons]
    return people > 1 ? `${label} (${people})` : label
  })
  return (
    <li className="stack gap-3">
      <p className="row gap-2">
        {entry && <BriefKind kind={entry.kind} />}
        {resolution && <StatusPill field={fields[resolution]}>{text.resolutions[resolution]}</StatusPill>}
      </p>
      {entry && (
        <h2 className="t1 break">
          <BriefTitle entry={entry} />
        </h2>
      )}
      {unseen && (
        <Note look="ringed" icon="keep">
          <p className="strong">{text.unseen[unseen]}</p>
        </Note>
      )}
      {entry?.author && (
        <p>
          {text.by(entry.author.name)} {hiddenBefore > 0 && <b>{text.before(hiddenBefore)}</b>}
        </p>
      )}
      <p className="row gap-2">
        <b>{text.reportedBy(count)}</b>
        <time className="small dim" dateTime={newestAt}>
          {text.newest(formatDateTime(newestAt, setting))}
        </time>
      </p>
      <ul className="tags" aria-label={ofReports.reason}>
        {reasons.map((reason) => (
          <li key={reason} className="tag">
            {reason}
          </li>
        ))}
      </ul>
      {own && <p className="dim">{text.own}</p>}
      <Voices voices={report.voices} />
      {note && (
        <p className="break">
          <b>{text.itsNote}</b> {note}
        </p>
      )}
      {closedAt && (
        <p className="small dim">{text.closedBy(closedBy ?? text.nobody, formatDateTime(closedAt, setting))}</p>
      )}
      {entry && <Look type={entry.type} id={entry.id} title={entry.title} />}
      {!own && (
        <div className="row">
          <Decide report={report} />
          {entry?.author && resolution === null && <HideAll account={entry.author} />}
        </div>
      )}
    </li>
  )
}

function Voices({ voices }: Pick<Report, 'voices'>) {
  const said = voices.filter(({ words }) => words)
  if (said.length === 0) return null
  return (
    <ul className="stack gap-2" aria-label={text.voices}>
      {said.map(({ words, name, createdAt }) => (
        <li key={createdAt + words} className="note quiet">
          <div className="grow">
            <p className="lines break">{words}</p>
            <p className="small dim">{name ?? text.nobody}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The entry as a card, loaded when it is asked for. */
function Look(entry: { type: string; id: string; title: string }) {
  const [open, setOpen] = useState(false)
  if (open) return <LatePart load={preview} given={entry} />
  return (
    <p>
      <Button variant="soft" onClick={() => setOpen(true)}>
        {text.look}
        <span className="sr">{text.of(entry.title)}</span>
      </Button>
    </p>
  )
}
