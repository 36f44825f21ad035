import type { CSSProperties } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { type Language, language } from '#text/language.ts'
import { Brand, LogoContext } from '#ui/drawing/brand.tsx'
import { Scarp } from '#ui/drawing/terraces.tsx'
import { defaults as defaultColours } from './colours.ts'
import type { Values } from './values.ts'

/** The texts that also have a line of the preview. */
export type ShownText = 'tagline' | 'welcomeTitle' | 'welcome'
export type PreviewDefaults = { name: string; texts: Record<Language, Record<ShownText, string>> }

type Props = {
  control: Control<Values>
  /** The name that the server's environment sets, or null if the form's is used. */
  fixedName: string | null
  /** An address of a picture, or null for the default logo. */
  logo: string | null
  defaults: PreviewDefaults
}

/** Shows the top and the bottom of the home page with the values of the form, in the language of the page. */
export function Preview({ control, fixedName, logo, defaults }: Props) {
  const values = useWatch({ control }) as Values
  const name = (fixedName ?? values.name) || defaults.name
  const textOf = (text: ShownText) => values[`${text}_${language()}`] || defaults.texts[language()][text]
  const band = { '--ochre': values.band || defaultColours.band } as CSSProperties
  return (
    <div className="stack" inert>
      <div className="row">
        <LogoContext value={logo}>
          <Brand name={name} href="/" />
        </LogoContext>
      </div>
      <section className="hero ochre" style={band}>
        <div className="wrap stack">
          <p className="t3 heavy break">{textOf('welcomeTitle')}</p>
          <p className="lead break">{textOf('welcome')}</p>
        </div>
        <Scarp />
      </section>
      <p>
        <b className="break">{name}</b>
        <br />
        <span className="small break">{textOf('tagline')}</span>
      </p>
    </div>
  )
}
