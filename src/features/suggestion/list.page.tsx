import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Desk } from '#features/keepers/desk.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField, TextArea } from '#ui/form/text-field.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import type { Route } from './+types/list.page.ts'
import { SuggestionRow } from './card.tsx'
import type { Suggestion } from './schema.ts'
import { text } from './text.ts'

const ownPageSize = 20
type Status = Suggestion['status']

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.queue} | ${matches[0].loaderData?.siteName}` }]
}

/** What members gave to the keepers, and their answers. */
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
  const pageSize = usePageSize(ownPageSize)
  const [answering, setAnswering] = useState<Suggestion | null>(null)
  const { list, items } = usePaged(
    ['suggestion', 'queue', status, pageSize],
    (page, options) => api.suggestion.list({ status, limit: pageSize, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <>
      <p>{text.queueLead}</p>
      <div className="row tools">
        <Choice
          label={text.show}
          value={status}
          options={text.filters}
          onChoose={(value) => change({ status: value })}
        />
      </div>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={4} label={text.loading} />}
        failed={text.queueFailed}
        none={<EmptyState slim title={status ? text.noneOf : text.none} />}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map((suggestion) => (
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
            ))}
          </ul>
        )}
      </PagedList>
      {answering && <AnswerDialog key={answering.id} suggestion={answering} onClose={() => setAnswering(null)} />}
    </>
  )
}

function AnswerDialog({ suggestion, onClose }: { suggestion: Suggestion; onClose: () => void }) {
  const [status, setStatus] = useState<Status>(suggestion.status === 'waiting' ? 'done' : suggestion.status)
  const [note, setNote] = useState(suggestion.note ?? '')
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: () => api.suggestion.update({ id: suggestion.id, status, note }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['suggestion'] })
      notify.success(text.saved)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.answerTitle}
      slim
      dismissible={false}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          save.mutate()
        },
      }}
      footer={
        <Button type="submit" busy={save.isPending}>
          {text.save}
        </Button>
      }
    >
      <SelectField label={text.outcome} value={status} onChange={({ target: { value } }) => setStatus(value as Status)}>
        {Object.entries(text.statuses).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={text.note}
        optional
        rows={4}
        maxLength={1000}
        value={note}
        onChange={({ target: { value } }) => setNote(value)}
      />
      <FormError title={save.error ? text.saveFailed : null}>{save.error?.message}</FormError>
    </Dialog>
  )
}
