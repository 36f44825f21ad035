import { text } from '../text.ts'

/** Settings of this device. The page's script handles `theme` and `pictures`; without JavaScript they are hidden. */
export function DeviceSwitches() {
  return (
    <div className="row gap-7 noprint switches">
      <Switch name="theme" legend={text.theme} choices={text.themes} />
      <Switch name="pictures" legend={text.pictures} choices={text.picturesWhen} />
    </div>
  )
}

type SwitchProps = { name: string; legend: string; choices: Record<'system' | string, string> }

function Switch({ name, legend, choices }: SwitchProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="row">
        {Object.entries(choices).map(([choice, label]) => (
          <label key={choice}>
            <input type="radio" name={name} value={choice} defaultChecked={choice === 'system'} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
