import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { sayPage } from '../card.tsx'
import { kind } from '../kind.ts'
import { text as ofWords } from '../text.ts'
import type { Route } from './+types/voice.page.ts'
import { text } from './text.ts'
import { SayIt } from './voice.tsx'

export const meta = titled(() => ofWords.recordThis)

/** The page that the microphone beside a word opens, where members record the word. */
export default function SayWord({ params: { id } }: Route.ComponentProps) {
  const word = useAnswer(['vocabulary', 'one', id], (options) => api.vocabulary.get({ id }, options))
  const silent = useAnswer(['vocabulary', 'record', 'after', id], (options) =>
    api.record.words({ after: id, limit: 1 }, options),
  )
  const next = silent.data?.items.find((other) => other.id !== id)
  return (
    <div className="stack gap-5 mid">
      <h1 className="t1">{ofWords.recordThis}</h1>
      <Loaded query={word} loading={{ label: text.loading }} failed={text.wordFailed}>
        {/* The word's page has no React, so it opens with a full page load. */}
        {(data) => (
          <SayIt
            word={data}
            next={next ? sayPage(next.id) : ''}
            onRecorded={() => location.assign(`${kind.page}/${id}`)}
          />
        )}
      </Loaded>
    </div>
  )
}
