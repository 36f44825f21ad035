import { ButtonLink } from '#ui/button.tsx'
import { DataBadge, Word as Form } from '#ui/labels.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { isPhonetic } from './phonetic.ts'
import type { Pronunciation, Word } from './schema.ts'
import { text } from './text.ts'

export const wordPage = (id: string) => `/language/vocabulary/${id}`
export const contributePage = '/contribute/linguistics'
/** Where a member says the word; a guest is asked to sign in first. */
export const sayPage = (id: string) => `${contributePage}/${id}`

/** A word in the feed: a maize talk block. */
export function WordCard({ word }: { word: Word }) {
  const { id, marakwet, english, dialect, ipaApproximate, voice } = word
  const note = [dialect && `${dialect}.`, ipaApproximate && text.withoutTone].filter(Boolean).join(' ')
  return (
    <article className="talk maize stack gap-2">
      <h3 className="t4">
        <a href={wordPage(id)}>
          <Form phonetic={isPhonetic(word)}>{marakwet}</Form>
        </a>
      </h3>
      <p className="t2 strong" lang="en">
        {english}
      </p>
      {note && <p>{note}</p>}
      <Certainty word={word} />
      <LabelMarks entry={word} />
      <div className="row">
        <ButtonLink variant="line" href={wordPage(id)}>
          {text.seeMore}
          <span className="sr"> {text.aboutThisWord}</span>
        </ButtonLink>
        {!voice && (
          <ButtonLink variant="line" icon="mic" href={sayPage(id)}>
            {text.say.title}
            <span className="sr">: {marakwet}</span>
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

export function saidBy({ speaker }: Pronunciation): string {
  return speaker ? text.saidBy(speaker.name) : text.saidByFormer
}

/** How certain a word is, in a whole sentence. */
export function Certainty({ word }: { word: Pick<Word, 'confirmed' | 'source'> }) {
  return <DataBadge confirmed={word.confirmed}>{certainty(word)}</DataBadge>
}

export function certainty({ confirmed, source }: Pick<Word, 'confirmed' | 'source'>): string {
  if (confirmed) return text.confirmed
  return source ? text.published : text.unconfirmed
}
