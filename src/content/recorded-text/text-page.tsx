import type { ComponentProps, ReactNode } from 'react'
import { changePageOf } from '#content/entry/address.ts'
import { Related } from '#content/entry/link/related.tsx'
import { ReturnedNote } from '#content/entry/moderation/returned-note.tsx'
import { AuthorName } from '#content/entry/page/author.tsx'
import { Lines } from '#content/entry/page/lines.tsx'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { SendOnWhatsApp } from '#content/entry/page/share.tsx'
import { text as ofEntry } from '#content/entry/text.ts'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { SendFilm } from '#content/media/film/send-film.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import type { Around } from '#content/media/summary/schema.ts'
import { Section } from '#ui/layout/section.tsx'
import { DataBadge } from '#ui/list/labels.tsx'
import { Facts } from '#ui/list/list.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { Note } from '#ui/state/note.tsx'
import type { RecordedText } from './schema.ts'
import { text } from './text.ts'

type Props = Omit<ComponentProps<typeof Related>, 'entry'> & {
  around: Around
  entry: RecordedText
  /** The CSS class of the text. */
  look: string
  words: Record<'original' | 'noTranslation' | 'addedBy' | 'audience', string>
  /** Details below the text. */
  children?: ReactNode
}

/** The public page of a text: recording, text, translation and source. */
export function TextPage({ entry, look, links, around, words, children }: Props) {
  const { title, original, translation, recording, author, visibility, confirmed = false } = entry
  return (
    <EntryColumns entry={entry} around={around} change={changePageOf(entry)}>
      <EntryNotes entry={entry}>
        <ReturnedNote entry={entry} reading />
      </EntryNotes>
      <Covered entry={entry}>
        {recording && (
          <Section id="listen" title={text.listen} className="talk dusk stack">
            <ReadingAudio src={recording.url} title={title} size={recording.size ?? undefined} />
            <p className="noprint">
              <SendOnWhatsApp title={title} entry={entry} />
            </p>
            <SendFilm entry={entry} file={recording} />
          </Section>
        )}
        <div className={original === title ? undefined : 'grid g2'}>
          {original !== title && (
            <Section id="original" title={words.original} look="t1">
              <div className={look}>
                <Lines of={entry.language}>{original}</Lines>
              </div>
            </Section>
          )}
          <Section id="translation" title={text.form.translation} look="t1">
            {translation ? <Lines>{translation}</Lines> : <p className="dim">{words.noTranslation}</p>}
          </Section>
        </div>
        {children}
      </Covered>
      <Related entry={entry} links={links} />
      <Note look={confirmed ? 'quiet' : 'dashed'}>
        <div className="stack gap-3">
          <DataBadge confirmed={confirmed}>{confirmed ? ofEntry.confirmed : ofEntry.unconfirmed}</DataBadge>
          <Facts
            rows={[
              [words.addedBy, author ? <AuthorName key="author" author={author} /> : ofEntry.anonymous],
              [words.audience, text.audiences[visibility]],
            ]}
          />
        </div>
      </Note>
    </EntryColumns>
  )
}
