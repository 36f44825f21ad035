import type { PlainLink } from '../anchor.tsx'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'
import { LanguageLinks, type LanguageSwitch } from './language-switch.tsx'

export type SiteFooterProps = {
  siteName: string
  tagline: string
  links: PlainLink[]
  /** Pages of the community on other sites, and what programs can follow here. */
  follow: { label: string; links: (PlainLink & { rel?: string })[] }
  languages: LanguageSwitch
}

/** The footer of a page: name, links, and the settings of this device, which are closed at first. */
export function SiteFooter({ siteName, tagline, links, follow, languages }: SiteFooterProps) {
  return (
    <footer className="foot dusk">
      <div className="wrap">
        <p>
          <b>{siteName}</b>
          <br />
          <span className="small">{tagline}</span>
        </p>
        <div className="foot-links">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
          <div className="follow">
            <span id="follow">{follow.label}:</span>
            <ul aria-labelledby="follow">
              {follow.links.map(({ label, ...link }) => (
                <li key={link.href}>
                  <a {...link}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <details>
          <summary>
            <Icon name="gear" />
            {text.deviceSettings}
          </summary>
          <LanguageLinks {...languages} />
          <DeviceSwitches />
        </details>
      </div>
    </footer>
  )
}

/** Settings of this device. The page's script handles `theme` and `pictures`; without JavaScript they are hidden. */
function DeviceSwitches() {
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
