import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { text as offline } from '#content/vocabulary/offline/text.ts'
import { Button } from '#ui/button.tsx'
import { formatBytes, formatCount, formatDate } from '#ui/data/formats.ts'
import { Radio } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type DeviceChoice, useDataUsed, useDeviceChoice } from '#web/device-choice.ts'
import { keptOnDevice, removeStored, useDictionary } from '#web/offline/on-device.ts'
import { useDateSetting } from '#web/preferences.ts'
import { type PushState, readPush, turnOffPush, turnOnPush } from '#web/push/device.ts'
import { notify } from '#web/toasts.ts'
import { text } from '../text.ts'

/** Shows how much data this device has used, and its settings for pictures and theme, which take effect immediately. */
export function DeviceForm() {
  const words = text.device
  const heading = useId()
  const used = useDataUsed()
  return (
    <section className="stack gap-5 preferences" aria-labelledby={heading}>
      <div className="stack gap-2">
        <h2 id={heading}>{words.title}</h2>
        <p className="dim">{used === null ? words.counting : words.used(formatBytes(used))}</p>
      </div>
      <Choice name="pictures" legend={words.pictures} choices={words.picturesWhen} />
      <Choice name="theme" legend={words.theme} choices={words.themes} />
    </section>
  )
}

type ChoiceProps = { name: DeviceChoice; legend: string; choices: Record<string, string> }

function Choice({ name, legend, choices }: ChoiceProps) {
  const [chosen, choose] = useDeviceChoice(name)
  return (
    <fieldset>
      <legend>{legend}</legend>
      {Object.entries(choices).map(([value, label]) => (
        <Radio key={value} name={name} label={label} checked={value === chosen} onChange={() => choose(value)} />
      ))}
    </fieldset>
  )
}

/**
 * Shows what is stored for reading without signal: the dictionary and pages. Renders nothing if the browser can't store
 * them.
 */
export function OnDevice() {
  const words = offline
  const [pages, setPages] = useState(0)
  const { state, going, busy, ask } = useDictionary()
  const setting = useDateSetting()
  useEffect(() => {
    void keptOnDevice().then(setPages, () => {})
  }, [])
  async function removeAll() {
    await removeStored()
    setPages(0)
    ask('remove')
    notify.success(words.removed)
  }
  function sentence() {
    if (going?.type === 'progress') return words.busy(formatBytes(going.done), formatBytes(going.of))
    if (going) return going.full ? words.full : words.failed
    const { saved, offer } = state ?? {}
    if (saved) return words.saved(formatCount(saved.words), formatDate(new Date(saved.at), setting))
    return offer ? words.offer(formatCount(offer.words), formatBytes(offer.bytes)) : words.none
  }
  if (!state) return null
  return (
    <Section title={words.title} className="stack gap-3">
      <p role="status">{sentence()}</p>
      <div className="row">
        {(state.saved || state.offer) && (
          <Button variant="line" icon="phone" busy={busy} onClick={() => ask('save')}>
            {state.saved ? words.update : words.save}
          </Button>
        )}
        {state.saved && (
          <Button variant="text" onClick={() => ask('remove')}>
            {words.remove}
          </Button>
        )}
      </div>
      <p>{words.pages(pages)}</p>
      <p>
        <Button variant="text" onClick={removeAll}>
          {words.removeAll}
        </Button>
      </p>
    </Section>
  )
}

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
  const words = text.push
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
