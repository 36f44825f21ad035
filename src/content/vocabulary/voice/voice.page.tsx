import { Loaded } from '#ui/state/loaded.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer, useSettled } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { kind } from '../kind.ts'
import { text } from '../text.ts'
import type { Route } from './+types/voice.page.ts'
import { SayIt } from './voice.tsx'

export const meta = titled(() => text.say.title)

/**
 * The page that the microphone beside a word opens, where members record the word. The form is shown together with the
 * recordings above it, which load later and would move it.
 */
export default function SayWord({ params: { id } }: Route.ComponentProps) {
  const word = useAnswer(['vocabulary', 'one', id], (options) => api.vocabulary.get({ id }, options))
  const isSettled = useSettled()
  const loading = { shape: 'list', count: 3, label: text.say.loading } as const
  return (
    <div className="stack gap-5 mid">
      <h1>{text.say.title}</h1>
      {!isSettled && <Skeleton {...loading} />}
      <div hidden={!isSettled}>
        <Loaded query={word} loading={loading} failed={text.say.wordFailed}>
          {/* The word's page has no React, so it opens with a full page load. */}
          {(data) => <SayIt word={data} onRecorded={() => location.assign(`${kind.page}/${id}`)} />}
        </Loaded>
      </div>
    </div>
  )
}
