import { useId } from 'react'
import { formatBytes } from '#ui/data/formats.ts'
import { Radio } from '#ui/form/text-field.tsx'
import { type DeviceChoice, useDataUsed, useDeviceChoice } from '#web/device-choice.ts'
import { text } from '../text.ts'

const words = text.device

/** Shows how much data this device has used, and its settings for pictures and theme, which take effect immediately. */
export function DeviceForm() {
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
