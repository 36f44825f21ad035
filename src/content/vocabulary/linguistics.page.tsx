import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SilentWave } from '#ui/contour.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Word as Form, TagList } from '#ui/labels.tsx'
import { Picture } from '#ui/picture.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { WaitingPosts } from '../entry/waiting.tsx'
import type { Route } from './+types/linguistics.page.ts'
import { Certainty, wordPage } from './card.tsx'
import { WordForm } from './form.tsx'
import { isPhonetic } from './phonetic.ts'
import type { Word } from './schema.ts'
import { text } from './text.ts'
import { standTogether } from './together.ts'
import { SayIt, Voice } from './voice.tsx'

/** Spec §9, until the member saves a number of their own. */
const ownPageSize = 10

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.view.title} | ${matches[0].loaderData?.siteName}` }]
}

/** The dictionary for members (spec §2): words with meaning, example and voice; the forms of one word side by side. */
export default function Linguistics() {
  const [params, setParams] = useSearchParams()
  const q = (params.get('q') ?? '').trim().slice(0, 200)
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState<Word | null>(null)
  const limit = usePageSize(ownPageSize)
  const { list, items } = usePaged(['vocabulary', 'list', q, limit], (page, options) =>
    api.vocabulary.list({ q, sort: q ? 'newest' : 'alphabetical', limit, ...page }, options),
  )
  const groups = standTogether(items)
  const add = (
    <Button icon="plus" onClick={() => setAdding(true)}>
      {text.addWord}
    </Button>
  )
  return (
    <div className="stack gap-5">
      <div className="row split">
        <h1>{text.view.title}</h1>
        {add}
      </div>
      <div className="stack gap-2">
        <SearchForm
          key={q}
          label={text.searchLabel}
          placeholder={text.placeholder}
          submit={text.search}
          defaultValue={q}
          onSubmit={(event) => {
            event.preventDefault()
            const sought = String(new FormData(event.currentTarget).get('q') ?? '').trim()
            setParams(sought ? { q: sought } : {}, { preventScrollReset: true })
          }}
        />
        <p className="small dim">{text.hint}</p>
      </div>
      <WaitingPosts operation="vocabulary.create" />
      <PagedList
        list={list}
        loading={<Skeleton count={3} label={text.view.loading} />}
        failed={text.view.failed}
        none={
          <EmptyState slim title={q ? text.noMatch(q) : text.nothing} actions={add}>
            {q ? text.noMatchHelp : text.nothingHelp}
          </EmptyState>
        }
      >
        {groups.length > 0 && (
          <ul className="stack" aria-label={q ? text.found(q) : text.allWords}>
            {groups.map((forms) => (
              <li key={forms[0]?.id} className="stack gap-2">
                <div className={forms.length > 1 ? 'grid g2' : undefined}>
                  {forms.map((word) => (
                    <OneForm key={word.id} word={word} onSay={() => setSaid(word)} />
                  ))}
                </div>
                {forms.length > 1 && <p className="small dim">{text.formsNote}</p>}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Dialog open={adding} onClose={() => setAdding(false)} title={text.addWord} dismissible={false}>
        <WordForm
          onSubmitted={(word) => {
            setAdding(false)
            void list.refetch()
            setParams({ q: word.marakwet })
          }}
        />
      </Dialog>
      <Dialog open={said !== null} onClose={() => setSaid(null)} title={text.say.title} dismissible={false}>
        {said && <SayIt word={said} onGiven={() => setSaid(null)} />}
      </Dialog>
    </div>
  )
}

function OneForm({ word, onSay }: { word: Word; onSay: () => void }) {
  const { id, marakwet, english, dialect, partOfSpeech, ipa, ipaApproximate, meaning, example, voice, cover } = word
  const tags = [dialect, partOfSpeech && text.partOfSpeech(partOfSpeech)].filter((tag) => tag !== null)
  return (
    <article className="card">
      {word.deceased && (cover || voice) && <WarningPlate />}
      {cover && !word.deceased && (
        <div className="pic flat">
          <Picture file={cover} alt={marakwet} sizes="(min-width: 900px) 520px, 100vw" />
        </div>
      )}
      <div className="in stack gap-3">
        <div>
          <h2 className="t3">
            <Form phonetic={isPhonetic(word)}>{marakwet}</Form>
          </h2>
          <p className="t1 strong">{english}</p>
          {ipa && !isPhonetic(word) && (
            <p className="dim">
              {ipaApproximate && `${text.approximate} `}
              <Form phonetic>/{ipa}/</Form>
            </p>
          )}
        </div>
        <TagList tags={tags} />
        {meaning && <p>{meaning}</p>}
        {example && (
          <p>
            <Form>{example.marakwet}</Form>
            <br />
            <span className="dim">{example.english}</span>
          </p>
        )}
        {voice && !word.deceased && <Voice voice={voice} word={word} />}
        {!voice && <SilentWave />}
        <LabelMarks entry={word} />
        <div className="row">
          <Button variant="soft" icon="mic" onClick={onSay}>
            {voice ? text.say.too : text.say.title}
            <span className="sr">: {marakwet}</span>
          </Button>
          <ButtonLink variant="text" href={wordPage(id)}>
            {text.seeMore}
            <span className="sr"> {text.view.about(marakwet)}</span>
          </ButtonLink>
        </div>
        <Certainty word={word} />
      </div>
    </article>
  )
}
