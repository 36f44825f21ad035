import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { Word } from '#ui/labels.tsx'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { Desk } from '../desk.tsx'
import type { Route } from './+types/letters.page.ts'
import { text } from './text.ts'

type Alphabet = Awaited<ReturnType<typeof api.vocabulary.letters>>
const key = ['vocabulary', 'letters']

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

export default function LettersPage() {
  return (
    <Desk title={text.title}>
      <Letters />
    </Desk>
  )
}

function Letters() {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.vocabulary.letters({}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (query.isPending) return <Skeleton shape="list" label={text.loading} />
  if (query.isError)
    return (
      <ErrorState title={text.failed} onRetry={() => query.refetch()} busy={query.isFetching}>
        {query.error.message}
      </ErrorState>
    )
  return <Form alphabet={query.data} />
}

function Form({ alphabet }: { alphabet: Alphabet }) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState(alphabet.version)
  const { register, watch, errorOf, submit, failure, busy } = usePostForm({
    draft: null,
    initial: { letters: written(alphabet.letters) },
    schema: z.object({ letters: z.string() }),
    words: () => ({ check: text.notSaved, failed: text.notSaved }),
    async send({ letters }) {
      const now = await api.vocabulary.setLetters({ letters: read(letters), version: alphabet.version })
      setOpened(now.version)
      queryClient.setQueryData(key, now)
      notify.success(text.saved)
    },
  })
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <p>{text.lead}</p>
      {alphabet.version !== opened && (
        <Note>
          <p>
            {text.now} <Word phonetic>{alphabet.letters.map(([letter]) => letter).join(' ')}</Word>
          </p>
        </Note>
      )}
      <TextArea
        label={text.list}
        hint={text.hint}
        error={errorOf('letters')}
        rows={14}
        lang="enb-fonipa"
        className="word"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...register('letters')}
      />
      {alphabet.missing.length > 0 && <Note look="dashed">{text.missing(alphabet.missing.join(' '))}</Note>}
      <section className="stack gap-2" aria-labelledby="preview">
        <h2 className="t1" id="preview">
          {text.preview}
        </h2>
        <Bar letters={read(watch('letters'))} />
        <p className="small dim">{text.previewNote}</p>
      </section>
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {text.save}
        </Button>
        <ButtonLink variant="line" href="/language/vocabulary">
          {text.page}
        </ButtonLink>
      </div>
    </form>
  )
}

/** The letters as the dictionary shows them, none of them a link. */
function Bar({ letters }: { letters: string[][] }) {
  return (
    <ul className="letters">
      {[...new Set(letters.map(([letter]) => letter))].map((letter) => (
        <li key={letter}>
          <span lang="enb-fonipa">{letter}</span>
        </li>
      ))}
    </ul>
  )
}

function written(letters: string[][]): string {
  return letters.map((spellings) => spellings.join(' ')).join('\n')
}

/** A letter with its spellings from each line that is not empty; commas part them as well as spaces. */
function read(lines: string): string[][] {
  return lines
    .split('\n')
    .map((line) => line.split(/[\s,]+/).filter((spelling) => spelling !== ''))
    .filter((spellings) => spellings.length > 0)
}
