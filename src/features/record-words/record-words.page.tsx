import { useState } from 'react'
import { kinds } from '#content/kinds.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/text-field.tsx'
import { Pills } from '#ui/list/pills.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useOutbox } from '#web/outbox/use-outbox.ts'
import { useAddressQuery } from '#web/paged.ts'
import { useUser } from '#web/session/session.ts'
import { WordListName, type WordToRecord } from './schema.ts'
import { Finished, Session } from './session.tsx'
import { prompts, useVoice } from './speak.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** Lets a member choose a list and record its words one after another. */
export default function RecordWords() {
  const [params] = useAddressQuery()
  const list = WordListName.options.find((one) => one === params.get('list')) ?? 'silent'
  const query = useAnswer([kinds.vocabulary.type, 'record', list], (options) => api.record.words({ list }, options), {
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { items } = useOutbox()
  const [session, setSession] = useState<readonly WordToRecord[]>()
  const [count, setCount] = useState<number>()
  if (session)
    return (
      <Session
        words={session}
        onStop={(total) => {
          setSession(undefined)
          setCount(total || undefined)
          void query.refetch()
        }}
      />
    )
  if (count !== undefined) return <Finished count={count} onAgain={() => setCount(undefined)} />
  // Words in the outbox have already been recorded, unless the server refused the recording.
  const waiting = new Set(items?.filter(({ refusal }) => !refusal).map(({ input }) => input.id))
  return (
    <div className="stack gap-5 mid">
      <div className="stack gap-2">
        <h1>{text.title}</h1>
        <p className="lead">{text.lead}</p>
      </div>
      <Pills
        label={text.choose}
        links={WordListName.options.map((one) => ({
          to: `?list=${one}`,
          label: text.lists[one],
          current: one === list,
        }))}
      />
      <Loaded query={query} loading={{ count: 2, label: text.loading }} failed={text.failed}>
        {(data) => <Start words={data.items.filter(({ id }) => !waiting.has(id))} onStart={setSession} />}
      </Loaded>
    </div>
  )
}

type StartProps = { words: WordToRecord[]; onStart: (words: WordToRecord[]) => void }

function Start({ words, onStart }: StartProps) {
  const user = useUser()
  const hasVoice = useVoice()
  if (words.length === 0)
    return (
      <div className="stack">
        <AllDone title={text.none}>{text.noneHint}</AllDone>
        <p>
          <ButtonLink variant="line" href={kinds.vocabulary.page}>
            {text.toWords}
          </ButtonLink>
        </p>
      </div>
    )
  return (
    <div className="stack">
      <p className="strong">{text.count(words.length)}</p>
      <p>{text.first}</p>
      {user && <p>{text.named(user.name)}</p>}
      {hasVoice && <Checkbox label={text.aloud} defaultChecked={prompts.areWanted()} onChange={prompts.choose} />}
      <Button icon="mic" onClick={() => onStart(words)}>
        {text.start}
      </Button>
      <p className="dim">{text.kept}</p>
    </div>
  )
}
