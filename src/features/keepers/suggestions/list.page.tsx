import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestion as suggestionKind } from '#content/kinds.ts'
import { SuggestionRow } from '#content/suggestion/card.tsx'
import type { Suggestion } from '#content/suggestion/schema.ts'
import { text } from '#content/suggestion/text.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button } from '#ui/button.tsx'
import { Filter } from '#ui/form/choice.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LabelledOptions } from '#ui/form/options.tsx'
import { SelectField, TextArea } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { isStale } from '#web/errors.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'

type Status = Suggestion['status']

export const meta = titled(() => text.queue)

export default function SuggestionsPage() {
  return (
    <Desk title={text.queue} refusal={text.notKeeper}>
      <Queue />
    </Desk>
  )
}

function Queue() {
  const [params, change] = useAddressQuery()
  const status = params.get('status') ?? ''
  const [answering, setAnswering] = useState<Suggestion | null>(null)
  const limit = usePageSize(20)
  const paged = usePaged([suggestionKind.type, 'queue'], api.suggestion.list, { status, limit }, fresh)
  return (
    <>
      <p>{text.queueLead}</p>
      <Filter name="status" label={text.show} value={status} options={text.filters} change={change} />
      <PagedRows
        {...paged}
        loading={{ count: 4 }}
        failed={text.queueFailed}
        none={
          status === 'waiting' ? (
            <AllDone title={text.noneWaiting} />
          ) : (
            <EmptyState slim title={status ? text.noneOf : text.none} />
          )
        }
        row={(suggestion) => (
          <SuggestionRow
            key={suggestion.id}
            suggestion={suggestion}
            level={2}
            action={
              <Button variant="soft" onClick={() => setAnswering(suggestion)}>
                {text.answer}
                <span className="sr"> {text.answerTo(suggestion.author?.name ?? text.unknownGiver)}</span>
              </Button>
            }
          />
        )}
      />
      {answering && <AnswerDialog key={answering.id} suggestion={answering} onClose={() => setAnswering(null)} />}
    </>
  )
}

function AnswerDialog({ suggestion, onClose }: { suggestion: Suggestion; onClose: () => void }) {
  const [status, setStatus] = useState<Status>(suggestion.status === 'waiting' ? 'done' : suggestion.status)
  const [note, setNote] = useState(suggestion.note ?? '')
  // The suggestion as it is now, if another keeper has replied meanwhile. Saving then replaces the reply that is shown.
  const [newer, setNewer] = useState<Suggestion>()
  const queryClient = useQueryClient()
  const { id, updatedAt } = newer ?? suggestion
  const save = useMutation({
    mutationFn: () => api.suggestion.update({ id, status, note }, { changedFrom: updatedAt }),
    async onError(error) {
      if (!isStale(error)) return
      void queryClient.invalidateQueries({ queryKey: [suggestionKind.type] })
      setNewer(await api.suggestion.get({ id }))
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [suggestionKind.type] })
      notify.success(text.saved)
      onClose()
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.answerTitle}
      slim
      submit={text.save}
      busy={save.isPending}
      onSubmit={() => save.mutate()}
    >
      <SelectField label={text.outcome} value={status} onChange={({ target: { value } }) => setStatus(value as Status)}>
        <LabelledOptions labels={text.statuses} />
      </SelectField>
      <TextArea
        label={text.note}
        optional
        rows={4}
        maxLength={1000}
        value={note}
        onChange={({ target: { value } }) => setNote(value)}
      />
      {newer && (
        <Note look="ringed" icon="alert" role="status">
          <p className="strong">{text.repliedMeanwhile(text.statuses[newer.status])}</p>
          {newer.note && <p className="lines break">{newer.note}</p>}
        </Note>
      )}
      <FormError title={save.error ? text.saveFailed : null}>{save.error?.message}</FormError>
    </FormDialog>
  )
}
