import { SendOnWhatsApp } from '#content/entry/page/share.tsx'
import { ReadingResend, UnlistedAddition } from '#content/entry/visibility/unlisted-note.tsx'
import { soundOf } from '#content/media/page/sound.ts'
import { languageOfForm } from '#text/ipa.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Word as Form } from '#ui/list/labels.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { sayPage } from '../card.tsx'
import type { Pronunciation, Word } from '../schema.ts'
import { text } from './text.ts'

/**
 * Thanks the viewer for their recording. The script of reading pages shows it once, with the sentence and the next word
 * that the recorder left (`reading/messages.ts`).
 */
export function Thanks({ word, voice }: { word: Word; voice: Pronunciation }) {
  const { id, form, english } = word
  return (
    <div className="wrap noprint">
      <div className="talk dusk stack" data-thanks hidden>
        <p className="t3">
          <Form lang={languageOfForm(word)}>{form}</Form>
        </p>
        <ReadingAudio {...soundOf({ ...voice.file, title: form })} />
        <UnlistedAddition unlisted={voice.unlisted} by={voice.speaker} />
        <div className="row">
          {voice.unlisted ? (
            <ReadingResend />
          ) : (
            <SendOnWhatsApp variant="filled" title={`${form}: ${english}`} entry={word} />
          )}
          <ButtonLink variant="line" icon="mic" href={sayPage(id)} data-next>
            {text.next}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
