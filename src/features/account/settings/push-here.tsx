import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type PushState, readPush, turnOffPush, turnOnPush } from '#web/push/device.ts'
import { text } from '../text.ts'

const words = text.push

/** Returns whether this device gets push notifications, and functions to turn them on and off. */
export function usePushHere() {
  const [state, setState] = useState<PushState | 'asking' | 'failed'>('asking')
  const turn = useRef(0)
  /** Runs a request and shows its result, unless a later request has started. */
  const follow = useCallback((work: () => Promise<PushState>) => {
    const ownTurn = ++turn.current
    const show = (result: PushState | 'failed') => ownTurn === turn.current && setState(result)
    setState('asking')
    work().then(show, () => show('failed'))
  }, [])
  useEffect(() => follow(readPush), [follow])
  return { state, turnOn: () => follow(turnOnPush), turnOff: () => follow(turnOffPush) }
}

type Here = ReturnType<typeof usePushHere>

/** Shows the state of this device below the setting for all devices. @param enabled whether that setting is on */
export function PushHere({ state, turnOn, enabled }: Omit<Here, 'turnOff'> & { enabled: boolean }) {
  const canTurnOn = state === 'off' || state === 'unanswered' || state === 'failed'
  return (
    <div className="stack gap-2">
      <p className="small dim" id="push-hint">
        {words.hint}
      </p>
      {enabled && (
        <p className="small" role="status">
          {words.states[state]}
        </p>
      )}
      {enabled && canTurnOn && (
        <p>
          <Button variant="line" icon="phone" onClick={turnOn}>
            {words.turnOn}
          </Button>
        </p>
      )}
    </div>
  )
}
