import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Language, Languoid } from '#content/language/schema.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { text as uiText } from '#ui/text.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useHasRole } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { text } from './text.ts'

const key = ['languages']

export const meta = titled(() => text.title)

export default function LanguagesPage() {
  return (
    <Desk title={text.title}>
      <Languages />
    </Desk>
  )
}

function Languages() {
  const query = useAnswer(key, (options) => api.language.list({}, options))
  if (!query.data) return <Loaded query={query} failed={text.failed} />
  const { items } = query.data
  return (
    <>
      <p>{text.lead}</p>
      <ul className="list">
        {items.map((language, at) => (
          <LanguageRow key={language.tag} language={language} all={items} isOwn={at === 0} />
        ))}
      </ul>
      <Addition languages={items} />
    </>
  )
}

/** Returns a function that waits for a change, shows the resulting languages, and reports success. */
function useChange() {
  const queryClient = useQueryClient()
  return async (changing: Promise<{ items: Language[] }>, done: string) => {
    queryClient.setQueryData(key, await changing)
    notify.success(done)
  }
}

function LanguageRow({ language, all, isOwn }: { language: Language; all: Language[]; isOwn: boolean }) {
  const { tag, name, parent, iso639_3, glottocode } = language
  const change = useChange()
  const isAdmin = useHasRole('admin')
  const codes = [iso639_3, glottocode].filter((code) => code !== null).join(', ')
  const of = all.find((one) => one.tag === parent)
  return (
    <ListRow>
      <h2 className="t1 break">{name}</h2>
      <p className="small dim break">
        {[isOwn && text.own, of && text.dialectOf(of.name), codes ? text.codes(codes) : text.noCodes]
          .filter(Boolean)
          .join('. ')}
      </p>
      {!isOwn && (
        <div className="row gap-2">
          {isAdmin && (
            <ConfirmButton
              label={text.makeOwn}
              of={name}
              title={text.makeOwnTitle(name)}
              act={() => change(api.language.setOwn({ tag }), text.madeOwn(name))}
            >
              {text.makeOwnBody}
            </ConfirmButton>
          )}
          <ConfirmButton
            label={uiText.remove}
            of={name}
            title={text.removeTitle(name)}
            act={() => change(api.language.remove({ tag }), text.removed(name))}
          >
            {text.removeBody}
          </ConfirmButton>
        </div>
      )}
    </ListRow>
  )
}

function Addition({ languages }: { languages: Language[] }) {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q')?.trim() ?? ''
  return (
    <Section id="add" title={text.add} className="stack">
      <p>{text.addHint}</p>
      <SearchForm label={text.find} defaultValue={q} onSearch={(q) => setSearch({ q })} />
      {q && <Matches q={q} languages={languages} />}
    </Section>
  )
}

function Matches({ q, languages }: { q: string; languages: Language[] }) {
  const query = useAnswer(['languages', 'found', q], (options) => api.language.find({ q }, options))
  if (!query.data) return <Loaded query={query} failed={text.findFailed} />
  const { items } = query.data
  if (items.length === 0)
    return (
      <p role="status">
        {text.none(q)} {text.noneHint}
      </p>
    )
  return (
    <ul className="list">
      {items.map((languoid) => (
        <LanguoidRow
          key={languoid.glottocode}
          languoid={languoid}
          present={languages.some(({ glottocode }) => glottocode === languoid.glottocode)}
        />
      ))}
    </ul>
  )
}

function LanguoidRow({ languoid, present }: { languoid: Languoid; present: boolean }) {
  const { glottocode, name, iso639_3, parent } = languoid
  const change = useChange()
  const adding = useMutation({
    mutationFn: () => change(api.language.add({ glottocode }), text.added(name)),
    onError: (error) => notify.error(error.message),
  })
  return (
    <ListRow
      action={
        present ? (
          <span className="small dim">{text.present}</span>
        ) : (
          <Button variant="line" icon="plus" busy={adding.isPending} onClick={() => adding.mutate()}>
            {text.addIt}
            <span className="sr">: {name}</span>
          </Button>
        )
      }
    >
      <h3 className="t1 break">{name}</h3>
      <p className="small dim">
        {[parent && text.dialectOf(parent), text.codes([iso639_3, glottocode].filter(Boolean).join(', '))]
          .filter(Boolean)
          .join('. ')}
      </p>
    </ListRow>
  )
}
