import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type PushState, readPush, turnOffPush, turnOnPush } from '#web/push/device.ts'
import { text } from './text.ts'

const words = text.push

/** Where this device stands, and what asks for leave and turns them on or off here. */
export function usePushHere() {
  const [state, setState] = useState<PushState | 'asking' | 'failed'>('asking')
  const turn = useRef(0)
  /** What was asked last counts. */
  const follow = useCallback((work: () => Promise<PushState>) => {
    const mine = ++turn.current
    const say = (now: PushState | 'failed') => mine === turn.current && setState(now)
    setState('asking')
    work().then(say, () => say('failed'))
  }, [])
  useEffect(() => follow(readPush), [follow])
  return { state, turnOn: () => follow(turnOnPush), turnOff: () => follow(turnOffPush) }
}

type Here = ReturnType<typeof usePushHere>

/** What is to be said of this device beside the tick for all of them. @param wanted whether that is set */
export function PushHere({ state, turnOn, wanted }: Omit<Here, 'turnOff'> & { wanted: boolean }) {
  const can = state === 'off' || state === 'unanswered' || state === 'failed'
  return (
    <div className="stack gap-2">
      <p className="small dim" id="push-hint">
        {words.hint}
      </p>
      {wanted && (
        <p className="small" role="status">
          {words.states[state]}
        </p>
      )}
      {wanted && can && (
        <p>
          <Button variant="line" icon="phone" onClick={turnOn}>
            {words.turnOn}
          </Button>
        </p>
      )}
    </div>
  )
}
