import type { ComponentProps, ReactNode } from 'react'
import { ReadingAudio } from '#ui/audio-player.tsx'
import { DataBadge } from '#ui/labels.tsx'
import { Facts } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { changePageOf } from './address.ts'
import { Covered } from './covered.tsx'
import { Foot } from './foot.tsx'
import { HiddenNote } from './hidden-note.tsx'
import { LabelNote } from './labels.tsx'
import { Lines } from './lines.tsx'
import { Related } from './link/related.tsx'
import { ReturnedNote } from './returned-note.tsx'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

type Props = Omit<ComponentProps<typeof Related>, 'id'> & {
  entry: Entry & {
    original: string
    translation: string | null
    recording: { url: string; size: number | null } | null
  }
  /** How the words themselves are set. */
  look: string
  mayChange: boolean
  words: {
    listen: string
    original: string
    translation: string
    noTranslation: string
    addedBy: string
    audience: string
    audiences: Record<Entry['visibility'], string>
    change: string
  }
  /** What is said of it besides, below its words. */
  children?: ReactNode
}

/** What people say in their language, on its page: heard, beside its translation, and with who gave it. */
export function Said({ entry, look, links, mayLink, mayChange, words, children }: Props) {
  const { id, title, original, translation, recording, author, visibility, confirmed = false } = entry
  return (
    <div className="wrap content stack gap-6">
      <HiddenNote entry={entry} />
      <ReturnedNote entry={entry} reading />
      <LabelNote entry={entry} />
      <Covered entry={entry}>
        {recording && (
          <section className="talk dusk stack" aria-labelledby="listen">
            <h2 className="t2" id="listen">
              {words.listen}
            </h2>
            <ReadingAudio src={recording.url} title={title} size={recording.size ?? undefined} />
          </section>
        )}
        <div className="grid g2">
          <section className="stack" aria-labelledby="original">
            <h2 className="t1" id="original">
              {words.original}
            </h2>
            <div className={look}>
              <Lines of="enb">{original}</Lines>
            </div>
          </section>
          <section className="stack" aria-labelledby="translation">
            <h2 className="t1" id="translation">
              {words.translation}
            </h2>
            {translation ? <Lines>{translation}</Lines> : <p className="dim">{words.noTranslation}</p>}
          </section>
        </div>
        {children}
      </Covered>
      <Related id={id} links={links} mayLink={mayLink} />
      <Note look={confirmed ? 'quiet' : 'dashed'}>
        <DataBadge confirmed={confirmed}>{confirmed ? text.confirmed : text.unconfirmed}</DataBadge>
        <Facts
          rows={[
            [words.addedBy, author?.name ?? text.anonymous],
            [words.audience, words.audiences[visibility]],
          ]}
        />
      </Note>
      <Foot
        entry={entry}
        change={mayChange ? { page: changePageOf(entry), label: words.change } : null}
        asks={mayChange}
      />
    </div>
  )
}
