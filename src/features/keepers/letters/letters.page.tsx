import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { kinds } from '#content/kinds.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Word } from '#ui/list/labels.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { UnsavedNote } from '#ui/state/unsaved-note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { titled } from '#web/head.ts'
import { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import { text } from './text.ts'

type Alphabet = Awaited<ReturnType<typeof api.vocabulary.letters>>
const key = [kinds.vocabulary.type, 'letters']

export const meta = titled(() => text.title)

export default function LettersPage() {
  return (
    <Desk title={text.title}>
      <Letters />
    </Desk>
  )
}

function Letters() {
  const query = useAnswer(key, (options) => api.vocabulary.letters({}, options), {
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (!query.data) return <Loaded query={query} failed={text.failed} />
  return <Form alphabet={query.data} />
}

function Form({ alphabet }: { alphabet: Alphabet }) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState(alphabet.version)
  const { register, watch, errorOf, submit, failure, busy, isUnsaved, discard } = usePostForm({
    draft: formDraftName('letters'),
    version: alphabet.version,
    initial: { letters: formatLetters(alphabet.letters) },
    schema: z.object({ letters: z.string() }),
    words: () => ({ check: text.notSaved, failed: text.notSaved }),
    async send({ letters }, version) {
      const updated = await api.vocabulary.setLetters({ letters: parseLetters(letters), version: Number(version) })
      setOpened(updated.version)
      queryClient.setQueryData(key, updated)
      notify.success(text.saved)
    },
  })
  return (
    <CheckedForm className="stack gap-5" onSubmit={submit}>
      {isUnsaved && <UnsavedNote onDiscard={discard} />}
      <p>{text.lead}</p>
      {alphabet.version !== opened && (
        <Note>
          <p>
            {text.now} <Word lang="und-fonipa">{alphabet.letters.map(([letter]) => letter).join(' ')}</Word>
          </p>
        </Note>
      )}
      <TextArea
        label={text.list}
        hint={text.hint}
        error={errorOf('letters')}
        rows={14}
        lang="und-fonipa"
        className="word"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...register('letters')}
      />
      {alphabet.missing.length > 0 && <Note look="dashed">{text.missing(alphabet.missing.join(' '))}</Note>}
      <Section id="preview" title={text.preview} look="t1" className="stack gap-2">
        <Bar letters={parseLetters(watch('letters'))} />
        <p className="small dim">{text.previewNote}</p>
      </Section>
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {text.save}
        </Button>
        <ButtonLink variant="line" href="/language/vocabulary">
          {text.page}
        </ButtonLink>
      </div>
    </CheckedForm>
  )
}

/** Shows a preview of the letter bar, without links. */
function Bar({ letters }: { letters: string[][] }) {
  return (
    <ul className="letters">
      {[...new Set(letters.map(([letter]) => letter))].map((letter) => (
        <li key={letter}>
          <span lang="und-fonipa">{letter}</span>
        </li>
      ))}
    </ul>
  )
}

function formatLetters(letters: string[][]): string {
  return letters.map((spellings) => spellings.join(' ')).join('\n')
}

/** Parses a letter and its spellings from each line that isn't empty, separated by spaces or commas. */
function parseLetters(lines: string): string[][] {
  return lines
    .split('\n')
    .map((line) => line.split(/[\s,]+/).filter((spelling) => spelling !== ''))
    .filter((spellings) => spellings.length > 0)
}
