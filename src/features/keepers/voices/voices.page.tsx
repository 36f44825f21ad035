import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { soundOf } from '#content/media/page/sound.ts'
import type { WaitingVoice } from '#content/vocabulary/ask/schema.ts'
import { text } from '#content/vocabulary/ask/text.ts'
import { kind } from '#content/vocabulary/kind.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { languageOfForm } from '#text/ipa.ts'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Word as Form } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'

export const meta = titled(() => text.voices)

/** Lists words that people without an account said, for keepers to hear before anyone else does. */
export default function VoicesPage() {
  return (
    <Desk title={text.voices}>
      <Voices />
    </Desk>
  )
}

function Voices() {
  const limit = usePageSize(20)
  const paged = usePaged([kind.type, 'voices-waiting'], api.vocabulary.voicesWaiting, { limit }, fresh)
  const { items } = paged
  const rows = useRef<HTMLDivElement>(null)
  /** The voice that was decided and its index, until the one after it has taken its place. */
  const decided = useRef<{ id: string; at: number } | null>(null)

  // The focus would be lost with the row of the voice, and the page would scroll.
  useEffect(() => {
    const voice = decided.current
    if (!voice || items.some(({ id }) => id === voice.id)) return
    const words = rows.current?.querySelectorAll<HTMLElement>('li h2 a') ?? []
    const next = words[Math.min(voice.at, words.length - 1)] ?? rows.current
    next?.focus()
    decided.current = null
  })

  return (
    <>
      <p>{text.voicesLead}</p>
      <div className="stack gap-5" ref={rows} tabIndex={-1}>
        <PagedRows
          {...paged}
          loading={{ count: 3 }}
          failed={text.failed}
          none={<AllDone title={text.none} />}
          row={(voice) => (
            <VoiceRow
              key={voice.id}
              voice={voice}
              onDecided={() => {
                decided.current = { id: voice.id, at: items.indexOf(voice) }
              }}
            />
          )}
        />
      </div>
    </>
  )
}

type VoiceRowProps = { voice: WaitingVoice; onDecided: () => void }

function VoiceRow({ voice: { id, answeredAt, word, asker, voice, consent }, onDecided }: VoiceRowProps) {
  const queryClient = useQueryClient()
  const setting = useDateSetting()
  const [name, setName] = useState('')
  function finish(message: string) {
    notify.success(message)
    onDecided()
    void queryClient.invalidateQueries({ queryKey: ['queue', 'counts'] })
    return queryClient.invalidateQueries({ queryKey: [kind.type] })
  }
  const accept = useMutation({
    mutationFn: () => api.vocabulary.acceptVoice({ id, name }),
    onSuccess: () => finish(text.added),
  })
  return (
    <ListRow>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!accept.isPending) accept.mutate()
        }}
      >
        <div>
          <h2 className="t1 break">
            <a href={`${kind.page}/${word.id}`}>
              <Form lang={languageOfForm(word)}>{word.form}</Form>
            </a>{' '}
            <span lang="en">{word.english}</span>
          </h2>
          <p className="small dim break">{text.askedBy(asker.name, formatDate(answeredAt, setting))}</p>
        </div>
        <div>
          <p className="small strong">{text.word}</p>
          <AudioPlayer {...soundOf({ ...voice, title: text.hear(word.form) })} />
        </div>
        <div>
          <p className="small strong">{text.consent}</p>
          <AudioPlayer {...soundOf({ ...consent, title: text.consent })} />
        </div>
        <TextField
          label={text.name}
          required
          maxLength={120}
          value={name}
          onChange={({ target: { value } }) => setName(value)}
        />
        <FormError title={accept.isError ? accept.error.message : null} />
        <p className="row">
          <Button type="submit" icon="check" busy={accept.isPending}>
            {text.add}
          </Button>
          <ConfirmButton
            label={text.decline}
            of={word.form}
            title={text.declineTitle}
            act={async () => {
              await api.vocabulary.withdrawAsk({ id })
              // The dialog closes first, because it keeps the focus.
              void finish(text.declined)
            }}
          >
            {text.declineBody}
          </ConfirmButton>
        </p>
      </form>
    </ListRow>
  )
}
