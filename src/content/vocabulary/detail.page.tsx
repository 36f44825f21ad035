import type { ReactNode } from 'react'
import { data } from 'react-router'
import { ReadingAudio } from '#ui/audio-player.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SilentWave } from '#ui/contour.tsx'
import { Word as Form, TagList } from '#ui/labels.tsx'
import { EntryRow, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Picture } from '#ui/picture.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { changePageOf } from '../entry/address.ts'
import { mayChange, mayLink } from '../entry/archive.ts'
import { Covered } from '../entry/covered.tsx'
import { Foot } from '../entry/foot.tsx'
import { entryHead } from '../entry/head.ts'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { Related, shownLinks } from '../entry/link/related.tsx'
import { ReturnedNote } from '../entry/returned-note.tsx'
import { ById } from '../entry/schema.ts'
import type { Route } from './+types/detail.page.ts'
import { Certainty, saidBy, sayPage, wordPage } from './card.tsx'
import { isPhonetic } from './phonetic.ts'
import type { Pronunciation, Word } from './schema.ts'
import { heard } from './sound.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** A word with what stands around it. What is no id is nothing at this address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const { vocabulary, archive } = context.get(apiContext)
  const [word, around, voices, links] = await Promise.all([
    vocabulary.get(id.data),
    vocabulary.around(id.data),
    vocabulary.listPronunciations(id.data),
    archive.links({ ...id.data, limit: shownLinks }),
  ])
  const viewer = context.get(viewerContext)
  const may = { mayChange: mayChange(viewer, word), mayLink: mayLink(viewer, word) }
  return { word, around, voices: voices.items, links, ...may }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { word } = given.loaderData
  const { marakwet, english, meaning, partOfSpeech, source, cover, voice } = word
  const schema = {
    '@type': 'DefinedTerm',
    inLanguage: 'enb',
    description: meaning ? `${english}. ${meaning}` : english,
    additionalType: partOfSpeech ?? undefined,
    inDefinedTermSet: addressIn(given, '/language/vocabulary'),
    citation: source?.citation,
  }
  const description = `${marakwet}: ${english}. ${meaning ?? text.description}`
  const title = `${marakwet}, ${english}`
  return entryHead(given, word, { title, description, schema, files: [cover, voice?.file] })
}

export default function WordPage({ loaderData }: Route.ComponentProps) {
  const { word, around, voices, links, mayChange, mayLink } = loaderData
  const { id, marakwet, english, dialect, partOfSpeech, meaning } = word
  const tags = [dialect, partOfSpeech && text.partOfSpeech(partOfSpeech)].filter((tag) => tag !== null)
  return (
    <>
      <TitleBand
        field="maize"
        title={marakwet}
        word={languageOf(word)}
        back={{ href: '/language/vocabulary', label: text.title }}
      >
        <p className="t3 strong" lang="en">
          {english}
        </p>
        <TagList tags={tags} solid />
      </TitleBand>
      <div className="wrap content grid g84">
        <div className="stack gap-6">
          <HiddenNote entry={word} />
          <ReturnedNote entry={word} reading />
          <LabelNote entry={word} />
          <Covered entry={word}>
            <Sound word={word} voices={voices} />
            {word.cover && (
              <div className="pic round">
                <Picture file={word.cover} alt={marakwet} sizes="(min-width: 900px) 760px, 100vw" />
              </div>
            )}
          </Covered>
          {meaning && (
            <section aria-labelledby="meaning">
              <h2 className="t2 head" id="meaning">
                {text.meaning}
              </h2>
              <Paragraphs>{meaning}</Paragraphs>
            </section>
          )}
          {around.forms.length > 0 && <Forms forms={[word, ...around.forms]} />}
          {around.builtWith.length > 0 && <BuiltWith words={around.builtWith} />}
          <Example example={word.example} />
          <Related id={id} links={links} mayLink={mayLink} />
        </div>
        <aside className="stack gap-5" aria-label={text.about}>
          <About word={word} />
          {around.nextTo.length > 0 && <NextTo words={around.nextTo} />}
          <Foot entry={word} change={mayChange ? { page: changePageOf(word), label: text.form.change } : null} />
        </aside>
      </div>
    </>
  )
}

function languageOf(word: Word) {
  return isPhonetic(word) ? 'enb-fonipa' : 'enb'
}

function Sound({ word: { id, marakwet, ipa, ipaApproximate }, voices }: { word: Word; voices: Pronunciation[] }) {
  return (
    <section className="talk dusk stack" aria-labelledby="sounds">
      <div className="row split">
        <h2 className="t2" id="sounds">
          {text.sounds}
        </h2>
        {ipa && (
          <p className="t2">
            {ipaApproximate && <span className="small">{text.approximate} </span>}
            <Form phonetic>/{ipa}/</Form>
          </p>
        )}
      </div>
      {voices.length === 0 && (
        <>
          <SilentWave />
          <p>
            {text.noVoice} {text.say.first}
          </p>
        </>
      )}
      {voices.map((voice) => (
        <div key={voice.id} className="stack gap-1">
          <ReadingAudio {...heard(voice)} title={`${marakwet}, ${saidBy(voice)}`} />
          <p className="small">{saidBy(voice)}</p>
        </div>
      ))}
      <p className="row noprint">
        <ButtonLink variant={voices.length === 0 ? 'filled' : 'line'} href={sayPage(id)} icon="mic">
          {text.say.record}
        </ButtonLink>
        <span className="small">{text.say.cost}</span>
      </p>
    </section>
  )
}

function Paragraphs({ children }: { children: string }) {
  return (
    <div className="prose">
      {children.split(/\n+/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}

/** The other forms with the same English: several dialects and writings stand beside each other. */
function Forms({ forms }: { forms: Word[] }) {
  const [own] = forms
  return (
    <section aria-labelledby="forms">
      <h2 className="t2" id="forms">
        {text.forms}
      </h2>
      <p className="dim head">{text.formsNote}</p>
      <div className="scroll-x">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.formColumn}</th>
              <th scope="col">{text.where}</th>
              <th scope="col">{text.writtenBy}</th>
            </tr>
          </thead>
          <tbody>
            {forms.map((word) => (
              <tr key={word.id}>
                <td>
                  {word === own ? <Form phonetic={isPhonetic(word)}>{word.marakwet}</Form> : <WordLink word={word} />}
                </td>
                <td>{word.dialect}</td>
                <td>{writtenBy(word)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function writtenBy({ source, author, ipaApproximate }: Word): string {
  if (!source) return author?.name ?? ''
  return ipaApproximate ? text.approximately(source.short) : text.phonetically(source.short)
}

function WordLink({ word }: { word: Word }) {
  return (
    <a href={wordPage(word.id)}>
      <Form phonetic={isPhonetic(word)}>{word.marakwet}</Form>
    </a>
  )
}

function BuiltWith({ words }: { words: Word[] }) {
  const numbers = words.every(({ partOfSpeech }) => partOfSpeech === 'numeral')
  return (
    <section aria-labelledby="built">
      <h2 className="t2 head" id="built">
        {numbers ? text.numbersBuilt : text.wordsBuilt}
      </h2>
      <ul className="list">
        {words.map((word) => (
          <EntryRow key={word.id} form={<WordLink word={word} />} english={word.english} confirmed />
        ))}
      </ul>
    </section>
  )
}

function Example({ example }: Pick<Word, 'example'>) {
  if (!example) return null
  return (
    <section aria-labelledby="example">
      <h2 className="t2 head" id="example">
        {text.example}
      </h2>
      <p className="t1">
        <Form>{example.marakwet}</Form>
      </p>
      <p lang="en">{example.english}</p>
    </section>
  )
}

function About({ word }: { word: Word }) {
  const { source, author, loan, visibility, confirmed, marakwet } = word
  const citation = source?.url ? <a href={source.url}>{source.citation}</a> : source?.citation
  const rows: [string, ReactNode][] = [
    [text.source, citation],
    [text.asWritten, source && source.form !== marakwet ? source.form : null],
    [text.licence, source?.licence],
    [text.addedBy, author?.name],
    [text.borrowed, loan ? text.loan : null],
    [text.audience, text.audiences[visibility]],
  ]
  return (
    <Note look={confirmed ? 'quiet' : 'dashed'}>
      <div className="stack">
        <Certainty word={word} />
        <dl className="stack gap-2 small">
          {rows.map(([label, value]) =>
            value ? (
              <div key={label}>
                <dt className="dim">{label}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
    </Note>
  )
}

function NextTo({ words }: { words: Word[] }) {
  return (
    <nav aria-labelledby="next" className="noprint">
      <h2 className="t1 head" id="next">
        {text.nextTo}
      </h2>
      <ul className="list">
        {words.map((word) => (
          <ListRow key={word.id} action={<span lang="en">{word.english}</span>}>
            <WordLink word={word} />
          </ListRow>
        ))}
      </ul>
    </nav>
  )
}
