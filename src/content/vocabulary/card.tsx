import type { ReactNode } from 'react'
import { SentenceBy } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { columnsOf, type RowWord } from '#src/offline/dictionary/row.ts'
import { languageOfForm } from '#text/ipa.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Word as Form } from '#ui/list/labels.tsx'
import { Certainty } from './certainty.tsx'
import { kind } from './kind.ts'
import type { Pronunciation, Word } from './schema.ts'
import { text } from './text.ts'

/** Returns the path of the page where a member records the word. Guests are asked to log in first. */
export const sayPage = (id: string) => `${kind.form}/${id}`

/** Returns the path of the page where a member asks someone else to say the word. */
export const askPage = (id: string) => `${sayPage(id)}/ask`

/** The card of a word, which moderators see as its preview. */
export function WordCard({ word }: { word: Word }) {
  const { id, form, english, dialect, ipaApproximate, voice } = word
  const note = [dialect && `${dialect}.`, ipaApproximate && text.withoutTone].filter(Boolean).join(' ')
  return (
    <article className="talk maize stack gap-2">
      <h3 className="t4">
        <WordLink word={word} />
      </h3>
      <p className="t2 strong" lang="en">
        {english}
      </p>
      {note && <p>{note}</p>}
      <Certainty word={word} />
      <LabelMarks entry={word} />
      <div className="row">
        <ButtonLink variant="line" href={`${kind.page}/${id}`}>
          {text.seeMore}
          <span className="sr"> {text.aboutThisWord}</span>
        </ButtonLink>
        {!voice && (
          <ButtonLink variant="line" icon="mic" href={sayPage(id)}>
            {text.recordThis}
            <span className="sr">: {form}</span>
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

export function speakerOf({ speaker, spokenBy = speaker?.name }: Pronunciation): string {
  return spokenBy ? text.saidBy(spokenBy) : text.saidByFormer
}

/** Shows the sentence of `speakerOf`, in which the name links to the speaker's page if there is one. */
export function SpokenBy({ voice }: { voice: Pronunciation }) {
  return voice.speaker ? <SentenceBy author={voice.speaker} say={text.saidBy} /> : speakerOf(voice)
}

export function WordLink({ word }: { word: Pick<Word, 'id' | 'form' | 'ipa' | 'language'> }) {
  return (
    <a href={`${kind.page}/${word.id}`}>
      <Form lang={languageOfForm(word)}>{word.form}</Form>
    </a>
  )
}

type WordRowProps = { word: RowWord & Pick<Word, 'id'>; brief?: boolean; children?: ReactNode; action?: ReactNode }

/** A row of a `<ul className="list words">`. `brief` leaves out the marks; `children` are shown below them. */
export function WordRow({ word, brief, children, action }: WordRowProps) {
  const [form, english] = columnsOf(word, { href: `${kind.page}/${word.id}`, ...(brief && { brief }) })
  return (
    <li className="entry">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: columnsOf escapes every value */}
      <p dangerouslySetInnerHTML={{ __html: form }} />
      <div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: columnsOf escapes every value */}
        <div dangerouslySetInnerHTML={{ __html: english }} />
        {children}
      </div>
      {action && <div className="acts">{action}</div>}
    </li>
  )
}
