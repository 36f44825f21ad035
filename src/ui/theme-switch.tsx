import { text } from './text.ts'

const choices = ['system', 'light', 'dark'] as const

/** System, light or dark. Plain markup: the page's script reads `name=theme`; without script it does not show. */
export function ThemeSwitch() {
  return (
    <fieldset className="theme noprint" data-theme-switch>
      <legend>{text.theme}</legend>
      <div className="row">
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              value={choice}
              data-theme-choice={choice}
              defaultChecked={choice === 'system'}
            />
            {text.themes[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
