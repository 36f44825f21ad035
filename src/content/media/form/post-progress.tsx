import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import type { Uploads } from '#web/upload/uploads.ts'
import { text } from './text.ts'

/** The progress of a post that waits for its files, with a button to cancel. */
export function PostProgress({ uploads: { stage, part, cancel } }: { uploads: Uploads }) {
  if (stage === null) return null
  const words = text.waiting
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div className="post-progress" role="group" aria-label={words.name}>
      {stage === 'here' && <AskBeforeLeaving onLeave={cancel} />}
      <p className="small">
        {/* This is announced once; the bar shows the progress. */}
        <span role="status">{words.goes}</span> <span className="num">{words.percent(part)}</span>
      </p>
      <progress max={1} value={part} aria-label={words.name} />
      <Button variant="line" onClick={cancel}>
        {words.cancel}
      </Button>
    </div>
  )
}

/** Warns before leaving, because the outbox doesn't have the post yet and it would be lost with the page. */
function AskBeforeLeaving({ onLeave }: { onLeave: () => void }) {
  const blocker = useBlocker(true)
  // The question is asked once, however often the progress changes before the router knows the answer.
  const decide = useEffectEvent(() => {
    if (blocker.state !== 'blocked') return
    if (!confirm(text.waiting.leave)) return blocker.reset()
    onLeave()
    blocker.proceed()
  })
  useEffect(() => {
    if (blocker.state === 'blocked') decide()
  }, [blocker.state])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return null
}
