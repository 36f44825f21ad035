import { AudioPlayer, ReadingAudio } from '#ui/media/audio-player.tsx'
import { Note } from '#ui/state/note.tsx'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

/** Says that keepers returned an entry and why, in writing or as a recording. Renders nothing for other entries. */
export function ReturnedNote({ entry: { returned }, reading }: { entry: Pick<Entry, 'returned'>; reading?: boolean }) {
  if (!returned) return null
  const Player = reading ? ReadingAudio : AudioPlayer
  return (
    <Note look="ringed" icon="keep">
      <div className="stack gap-2">
        <p className="strong">{text.returnedTitle}</p>
        {returned.reason && <p className="break">{text.returnedReason(returned.reason)}</p>}
        {returned.voice && <Player src={returned.voice} title={text.returnedVoice} />}
        <p>{text.returnedHint}</p>
      </div>
    </Note>
  )
}
