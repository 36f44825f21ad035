import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { text as offline } from '#src/offline/text.ts'
import { bareIpa, languageOfForm, shownIpa } from '#text/ipa.ts'
import { phonetic } from '#text/language-tag.ts'
import { bothGlosses } from '#text/terms.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SilentWave } from '#ui/drawing/terraces.tsx'
import { Word as Form, TagList } from '#ui/list/labels.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { Certainty } from './certainty.tsx'
import { WordForm } from './form/form.tsx'
import { groupForms } from './group-forms.ts'
import { kind } from './kind.ts'
import type { Word } from './schema.ts'
import { text } from './text.ts'
import { text as ofVoice } from './voice/text.ts'
import { SayIt, Voice } from './voice/voice.tsx'

export const meta = titled(() => text.view.title)

/** The dictionary for members: words with meaning, example and voice; forms of one word side by side. */
export default function Linguistics() {
  const [params, setParams] = useSearchParams()
  const q = (params.get('q') ?? '').trim().slice(0, 200)
  const [adding, setAdding] = useState(false)
  const [selected, setSelected] = useState<Word | null>(null)
  const query = { q, sort: q ? 'newest' : 'alphabetical', limit: usePageSize(10) } as const
  const { list, items } = usePaged([kind.type, 'list'], api.vocabulary.list, query)
  const groups = groupForms(items)
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
          defaultValue={q}
          onSearch={(words) => setParams(words.trim() ? { q: words.trim() } : {}, { preventScrollReset: true })}
        />
        <p className="small dim">{text.hint}</p>
      </div>
      <WaitingPosts operation="vocabulary.create" />
      <PagedList
        list={list}
        loading={{ shape: 'cards', count: 3, label: text.view.loading }}
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
                    <OneForm key={word.id} word={word} onSay={() => setSelected(word)} />
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
            setParams({ q: word.form })
          }}
        />
      </Dialog>
      <Dialog open={selected !== null} onClose={() => setSelected(null)} title={text.recordThis} dismissible={false}>
        {selected && <SayIt word={selected} onRecorded={() => setSelected(null)} />}
      </Dialog>
    </div>
  )
}

function OneForm({ word, onSay }: { word: Word; onSay: () => void }) {
  const { id, form, dialect, partOfSpeech, ipa, ipaApproximate, meaning, example, voice, cover } = word
  const tags = [dialect, partOfSpeech && text.partOfSpeech(partOfSpeech)].filter((tag) => tag !== null)
  return (
    <article className="card">
      {word.deceased && (cover || voice) && <WarningPlate />}
      {cover && !word.deceased && (
        <div className="pic flat">
          <Picture file={cover} alt={form} sizes="(min-width: 900px) 520px, 100vw" />
        </div>
      )}
      <div className="in stack gap-3">
        <div>
          <h2 className="t3">
            <Form lang={languageOfForm(word)}>{form}</Form>
          </h2>
          <p className="t1 strong">{bothGlosses(word)}</p>
          {ipa && bareIpa(ipa) !== form && (
            <p className="dim">
              {ipaApproximate && `${offline.approximate} `}
              <Form lang={phonetic(word.language)}>{shownIpa(ipa)}</Form>
            </p>
          )}
        </div>
        <TagList tags={tags} />
        {meaning && <p dir="auto">{meaning}</p>}
        {example && (
          <p>
            <Form lang={word.language}>{example.form}</Form>
            <br />
            <span className="dim">{example.english}</span>
          </p>
        )}
        {voice && !word.deceased && <Voice voice={voice} word={word} />}
        {!voice && <SilentWave />}
        <LabelMarks entry={word} />
        <div className="row">
          <Button variant="soft" icon="mic" onClick={onSay}>
            {voice ? ofVoice.too : text.recordThis}
            <span className="sr">: {form}</span>
          </Button>
          <ButtonLink variant="text" href={`${kind.page}/${id}`}>
            {text.seeMore}
            <span className="sr"> {text.view.about(form)}</span>
          </ButtonLink>
        </div>
        <Certainty word={word} />
      </div>
    </article>
  )
}
