import type { ReactNode } from 'react'
import { changePageOf } from '#content/entry/address.ts'
import { Related, shownLinks } from '#content/entry/link/related.tsx'
import { ReturnedNote } from '#content/entry/moderation/returned-note.tsx'
import { EntryActions } from '#content/entry/page/actions.tsx'
import { idOf } from '#content/entry/page/address-id.ts'
import { AuthorName } from '#content/entry/page/author.tsx'
import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { SendOnWhatsApp, Share } from '#content/entry/page/share.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import type { Language } from '#content/language/schema.ts'
import { text as languageText } from '#content/language/text.ts'
import { SendFilm } from '#content/media/film/send-film.tsx'
import { soundOf } from '#content/media/page/sound.ts'
import { text as offline } from '#src/offline/text.ts'
import { concepticonPage, conceptsOf } from '#text/concepts.ts'
import { languageOfForm, shownIpa } from '#text/ipa.ts'
import { phonetic } from '#text/language-tag.ts'
import { ButtonLink } from '#ui/button.tsx'
import { SilentWave } from '#ui/drawing/terraces.tsx'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { Word as Form, TagList } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ReadingAudio } from '#ui/media/audio-player.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { Note } from '#ui/state/note.tsx'
import { apiContext } from '#web/api.ts'
import { addressIn, head } from '#web/head.ts'
import { useSite } from '#web/site.ts'
import type { Route } from './+types/detail.page.ts'
import { askPage, SpokenBy, sayPage, speakerOf, WordLink, WordRow } from './card.tsx'
import { Certainty } from './certainty.tsx'
import { kind } from './kind.ts'
import type { Pronunciation, Word } from './schema.ts'
import { text } from './text.ts'
import { text as ofVoice } from './voice/text.ts'
import { Thanks } from './voice/thanks.tsx'

export const handle = { current: '/language' }

/** Loads a word with related words, voices and links, and the languages. Answers 404 for a malformed id. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params)
  const { vocabulary, archive, language } = context.get(apiContext)
  const [word, around, voices, links, languages] = await Promise.all([
    vocabulary.get(id),
    vocabulary.around(id),
    vocabulary.listPronunciations(id),
    archive.links({ ...id, limit: shownLinks }),
    language.list({}),
  ])
  return { word, around, voices: voices.items, links, languages: languages.items }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { word } = args.loaderData
  const { form, english, meaning, partOfSpeech, source, cover, voice } = word
  const schema = {
    ...schemaOf(kind, word.language),
    description: meaning ? `${english}. ${meaning}` : english,
    additionalType: partOfSpeech ?? undefined,
    inDefinedTermSet: addressIn(args, '/language/vocabulary'),
    citation: source?.citation,
  }
  const description = `${form}: ${english}. ${meaning ?? text.description}`
  const title = `${form}, ${english}`
  return entryHead(args, word, { title, description, schema, files: [cover, voice?.file] })
}

export default function WordPage({ loaderData }: Route.ComponentProps) {
  const { word, around, voices, links, languages } = loaderData
  const { form, english, swahili, dialect, partOfSpeech, meaning } = word
  const tags = [dialect, partOfSpeech && text.partOfSpeech(partOfSpeech)].filter((tag) => tag !== null)
  const viewerId = useSite()?.viewerId
  const own = viewerId && voices.find(({ speaker }) => speaker?.id === viewerId)
  return (
    <>
      {own && <Thanks word={word} voice={own} />}
      <TitleBand
        field="maize"
        title={form}
        word={languageOfForm(word)}
        trail={[{ href: '/language/vocabulary', label: text.title }]}
      >
        <p className="t3 strong">
          <span lang="en">{english}</span>
          {swahili && (
            <>
              {' · '}
              <span lang="sw">{swahili}</span>
            </>
          )}
        </p>
        <TagList tags={tags} solid />
      </TitleBand>
      <div className="wrap content grid g84">
        <div className="stack gap-6">
          <EntryNotes entry={word}>
            <ReturnedNote entry={word} reading />
          </EntryNotes>
          <Covered entry={word}>
            <Sound word={word} voices={voices} />
            {word.cover && (
              <div className="pic round">
                <Picture file={word.cover} alt={form} sizes="(min-width: 900px) 760px, 100vw" />
              </div>
            )}
          </Covered>
          {meaning && (
            <Section id="meaning" title={text.meaning} look="t2 head" className="">
              <Paragraphs>{meaning}</Paragraphs>
            </Section>
          )}
          {around.forms.length > 0 && <Forms forms={[word, ...around.forms]} />}
          {around.builtWith.length > 0 && <BuiltWith words={around.builtWith} />}
          <Example {...word} />
          <Related entry={word} links={links} />
        </div>
        <aside className="stack gap-5" aria-label={text.about}>
          <About word={word} languages={languages} />
          {around.nextTo.length > 0 && <NextTo words={around.nextTo} />}
          <Share title={`${form}: ${word.english}`} entry={word} />
          <EntryActions entry={word} change={changePageOf(word)} />
        </aside>
      </div>
    </>
  )
}

function Sound({ word, voices }: { word: Word; voices: Pronunciation[] }) {
  const { id, form, english, language, ipa, ipaApproximate, visibility } = word
  return (
    <section className="talk dusk stack" aria-labelledby="sounds">
      <div className="row split">
        <h2 className="t2" id="sounds">
          {text.sounds}
        </h2>
        {ipa && (
          <p className="t2">
            {ipaApproximate && <span className="small">{offline.approximate} </span>}
            <Form lang={phonetic(language)}>{shownIpa(ipa)}</Form>
          </p>
        )}
      </div>
      {voices.length === 0 && (
        <>
          <SilentWave />
          <p>
            {text.noVoice} {ofVoice.first}
          </p>
        </>
      )}
      {voices.map((voice) => (
        <div key={voice.id} className="stack gap-1">
          <ReadingAudio {...soundOf({ ...voice.file, title: `${form}, ${speakerOf(voice)}` })} />
          <p className="small">
            <SpokenBy voice={voice} />
          </p>
          {!voice.unlisted && !voice.unheard && <SendFilm entry={word} file={voice.file} />}
        </div>
      ))}
      <p className="row noprint">
        <ButtonLink variant={voices.length === 0 ? 'filled' : 'line'} href={sayPage(id)} icon="mic">
          {ofVoice.record}
        </ButtonLink>
        <span className="small">{ofVoice.cost}</span>
        <SendOnWhatsApp title={`${form}: ${english}`} entry={word} />
        {visibility === 'public' && (
          <ButtonLink variant="text" href={askPage(id)} data-session="member">
            {ofVoice.ask}
          </ButtonLink>
        )}
      </p>
    </section>
  )
}

function Paragraphs({ children }: { children: string }) {
  return (
    <div className="prose">
      {children.split(/\n+/).map((paragraph) => (
        <p key={paragraph} dir="auto">
          {paragraph}
        </p>
      ))}
    </div>
  )
}

/** The word and other forms with the same English, side by side (spec 8.3). */
function Forms({ forms }: { forms: Word[] }) {
  const [own] = forms
  return (
    <Section id="forms" title={text.forms} className="">
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
                  {word === own ? <Form lang={languageOfForm(word)}>{word.form}</Form> : <WordLink word={word} />}
                </td>
                <td>{word.dialect}</td>
                <td>
                  <WrittenBy word={word} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

function WrittenBy({ word: { source, author, ipaApproximate } }: { word: Word }) {
  if (!source) return author && <AuthorName author={author} />
  return ipaApproximate ? text.approximately(source.short) : text.phonetically(source.short)
}

function BuiltWith({ words }: { words: Word[] }) {
  const numbers = words.every(({ partOfSpeech }) => partOfSpeech === 'numeral')
  return (
    <Section id="built" title={numbers ? text.numbersBuilt : text.wordsBuilt} look="t2 head" className="">
      <ul className="list">
        {words.map((word) => (
          <WordRow key={word.id} word={word} brief />
        ))}
      </ul>
    </Section>
  )
}

function Example({ example, language }: Pick<Word, 'example' | 'language'>) {
  if (!example) return null
  return (
    <Section id="example" title={text.example} look="t2 head" className="">
      <p className="t1">
        <Form lang={language}>{example.form}</Form>
      </p>
      <p lang="en">{example.english}</p>
    </Section>
  )
}

function About({ word, languages }: { word: Word; languages: Language[] }) {
  const { source, author, loan, visibility, confirmed, form, english } = word
  const citation = source?.url ? <a href={source.url}>{source.citation}</a> : source?.citation
  const concepts = conceptsOf(word).map(({ name, id, gloss }) => (
    <li key={`${name} ${id}`} lang="en">
      {id ? <a href={concepticonPage(id)}>{gloss || name || english}</a> : name}
    </li>
  ))
  const rows: [string, ReactNode][] = [
    [languageText.language, languages.find(({ tag }) => tag === word.language)?.name],
    [text.source, citation],
    [text.asWritten, source && source.form !== form ? source.form : null],
    [text.licence, source?.licence],
    [text.contributor, word.contributor],
    [text.concept, concepts.length > 0 && <ul>{concepts}</ul>],
    [text.addedBy, author && <AuthorName author={author} />],
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
