import { use } from 'react'
import { classes, type Field } from '../field.ts'
import { VoicedContext } from './brand.tsx'
import { furrows, hill, hillViews, scarp, sideContours, waveform } from './terraces.ts'

/** Three terraces between a hero or the content and the next section; the last colour is dusk. */
export function Scarp() {
  return (
    <svg
      className="scarp"
      viewBox="0 0 1600 220"
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      {scarp.map(({ fill, stroke, area, furrows }) => (
        <g key={fill} fill="none" stroke={stroke} strokeWidth="4">
          <path d={area} fill={fill} stroke="none" />
          <path d={furrows} />
        </g>
      ))}
    </svg>
  )
}

/**
 * The lines in the right half of a title band. They are dotted, and solid from their beginnings on as far as the share
 * of words with a voice goes.
 */
export function Furrows() {
  const share = use(VoicedContext)
  return (
    <svg className="furrows" viewBox="0 0 1280 240" aria-hidden="true" focusable="false">
      <path d={furrows} pathLength={7} strokeDasharray="0 .016" />
      {share > 0 && <path className="done" d={furrows} pathLength={7} strokeDasharray={`${share} 7`} />}
    </svg>
  )
}

/** The lines at the bottom of the sidebar. */
export function SideContours() {
  return (
    <svg
      className="scarp"
      viewBox="0 0 260 150"
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path d={sideContours} fill="none" stroke="var(--line)" strokeWidth="4" />
    </svg>
  )
}

const rings = <path d={hill} vectorEffect="non-scaling-stroke" />

/** Defines the hill once per page for all placeholder pictures. The layouts render it. */
export function HillSymbol() {
  return (
    <svg className="sr" width="0" height="0" aria-hidden="true" focusable="false">
      <symbol id="hill" viewBox="0 0 800 450" overflow="visible">
        {rings}
      </symbol>
    </svg>
  )
}

/** Removes the hill from a page without placeholder pictures, which saves a tenth of its bytes. */
export function withoutUnusedHill(html: string): string {
  return html.includes('href="#hill"') ? html : html.replace(/<svg [^>]*><symbol id="hill".*?<\/svg>/, '')
}

/** The large hill behind an invitation. */
export function HillArt() {
  return (
    <svg className="hillart" viewBox="0 0 800 450" aria-hidden="true" focusable="false">
      {rings}
    </svg>
  )
}

/** A crop of the hill in place of a missing photograph. */
export function PlaceholderPicture({ field = 'ochre', view = 0, className }: PlaceholderPictureProps) {
  return (
    <div className={classes('pic', field, className)} aria-hidden="true">
      <svg
        viewBox={hillViews[Math.abs(view) % hillViews.length]}
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        focusable="false"
      >
        <use href="#hill" width="800" height="450" />
      </svg>
    </div>
  )
}

export type PlaceholderPictureProps = { field?: Field; view?: number; className?: string }

type WaveformProps = { peaks: readonly number[]; played?: number; big?: boolean }

/** A recording's waveform in any width: peaks from 0 to 1, the played part opaque, the rest at 45 percent. */
export function Waveform({ peaks, played = 0, big }: WaveformProps) {
  const { played: done, rest } = waveform(peaks, played)
  return (
    <svg
      className={classes('wave', big && 'big')}
      viewBox={`0 0 ${peaks.length * 8} 44`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {done && <path d={done} />}
      <path className="todo" d={rest} />
    </svg>
  )
}

/** The dotted line of a word without a recording. */
export function SilentWave() {
  return (
    <svg
      className="wave"
      viewBox="0 0 720 44"
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className="todo" d="M4 22H716" strokeDasharray="0 8" />
    </svg>
  )
}
