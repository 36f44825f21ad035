import type { CSSProperties } from 'react'
import { language } from '#text/language.ts'
import { Brand, LogoContext } from '#ui/drawing/brand.tsx'
import { Scarp } from '#ui/drawing/contour.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { accents, defaults as defaultColours } from './colours.ts'
import { Samples } from './samples.tsx'
import { text } from './text.ts'
import type { Values } from './values.ts'

/** The default name and texts, in the language of the page. */
export type PreviewDefaults = { name: string; tagline: string; welcomeTitle: string; welcome: string }

type Props = {
  open: boolean
  onClose: () => void
  values: Values
  siteName: string
  /** An address of a picture, or null for the default logo. */
  logo: string | null
  defaults: PreviewDefaults
}

/** Shows the top and the bottom of the home page with the values of the form, in the language of the page. */
export function Preview({ open, onClose, values, siteName, logo, defaults }: Props) {
  const textOf = (name: 'tagline' | 'welcomeTitle' | 'welcome') => values[`${name}_${language()}`] || defaults[name]
  const band = { '--ochre': values.band || defaultColours.band } as CSSProperties
  return (
    <Dialog open={open} onClose={onClose} title={text.previewTitle} full>
      <p className="small dim">{text.previewNote}</p>
      <div className="stack" inert>
        <div className="row">
          <LogoContext value={logo}>
            <Brand name={siteName || defaults.name} href="/" />
          </LogoContext>
        </div>
        <section className="hero ochre" style={band}>
          <div className="wrap stack">
            <p className="t3 heavy break">{textOf('welcomeTitle')}</p>
            <p className="lead break">{textOf('welcome')}</p>
          </div>
          <Scarp />
        </section>
        <Samples colours={Object.fromEntries(accents.map((one) => [one, values[one] || null]))} />
        <p>
          <b className="break">{siteName || defaults.name}</b>
          <br />
          <span className="small break">{textOf('tagline')}</span>
        </p>
      </div>
    </Dialog>
  )
}
