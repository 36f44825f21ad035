import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { pageOf } from '#content/entry/address.ts'
import { type Brief, type Link, type Relation, relations } from '#content/entry/link/schema.ts'
import { text } from '#content/entry/link/text.ts'
import { BriefRow } from '#content/entry/list/brief.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { notify } from '#web/toasts.ts'
import type { Route } from './+types/links.page.ts'

export const meta = titled(() => text.title)

/** The page where keepers add and remove links of archive entries, and authors do the same for their own entries. */
export default function LinksPage({ params: { id } }: Route.ComponentProps) {
  const entry = useAnswer(['entry', id], (options) => api.archive.brief({ id }, options), { retry: false })
  return (
    <div className="mid stack gap-6">
      <h1>{text.title}</h1>
      <Loaded query={entry} loading={{ count: 3, label: text.loading }} failed={text.failed} missing={text.missing} />
      {entry.data && (
        <>
          <div className="stack gap-2">
            <p className="lead strong break">{text.of(entry.data.title)}</p>
            <p>{text.lead}</p>
            <p>
              <ButtonLink variant="text" className="flush" href={pageOf(entry.data)}>
                {text.back}
              </ButtonLink>
            </p>
          </div>
          <AddLink id={id} />
          <LinkList id={id} />
        </>
      )}
    </div>
  )
}

function LinkList({ id }: { id: string }) {
  const paged = usePaged(['links', id], api.archive.links, { id, limit: 50 }, fresh)
  return (
    <Section id="related" title={text.title}>
      <PagedRows
        {...paged}
        loading={{ count: 3, label: text.loading }}
        failed={text.failed}
        none={<p className="dim">{text.none}</p>}
        row={(link) => <LinkRow key={link.id} id={id} link={link} />}
      />
    </Section>
  )
}

function LinkRow({ id, link }: { id: string; link: Link }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.archive.unlink({ id, linkId: link.id }),
    onSuccess: () => {
      notify.success(text.removed)
      return queryClient.invalidateQueries({ queryKey: ['links'] })
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <BriefRow
      entry={link.entry}
      note={text.relations[link.relation]}
      action={
        <Button
          variant="line"
          sq
          icon="x"
          label={`${text.remove} ${text.removeOf(link.entry.title)}`}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        />
      }
    />
  )
}

/** Maximum number of results, few enough to scan. Typing more words narrows the search. */
const limit = 10

/** A form to choose a relation and search for the other entry. */
function AddLink({ id }: { id: string }) {
  const [relation, setRelation] = useState<Relation>('references')
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const results = useAnswer(['newest', 'find', q], (options) => api.archive.newest({ q, limit }, options), {
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (to: string) => api.archive.link({ id, relation, to }),
    onSuccess: () => {
      notify.success(text.added)
      return queryClient.invalidateQueries({ queryKey: ['links'] })
    },
  })
  const items = q === '' ? [] : (results.data?.items ?? []).filter((entry) => entry.id !== id)
  return (
    <Section id="add" title={text.add}>
      <SelectField
        label={text.relation}
        value={relation}
        onChange={({ target }) => setRelation(target.value as Relation)}
      >
        <Options of={relations} name={(one) => text.relations[one]} />
      </SelectField>
      <TextField
        label={text.find}
        hint={text.findHint}
        type="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <FormError title={add.error?.message} />
      {q !== '' && <Loaded query={results} loading={{ count: 2, label: text.finding }} failed={text.findFailed} />}
      {q !== '' && results.isSuccess && items.length === 0 && (
        <p className="dim" role="status">
          {text.nothingFound}
        </p>
      )}
      {items.length > 0 && (
        <ul className="list">
          {items.map((entry) => (
            <Result
              key={entry.id}
              entry={entry}
              busy={add.isPending && add.variables === entry.id}
              onChoose={add.mutate}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Result({ entry, busy, onChoose }: { entry: Brief; busy: boolean; onChoose: (id: string) => void }) {
  return (
    <BriefRow
      entry={entry}
      action={
        <Button variant="soft" busy={busy} onClick={() => onChoose(entry.id)}>
          {text.choose}
          <span className="sr"> {text.chooseOf(entry.title)}</span>
        </Button>
      }
    />
  )
}
