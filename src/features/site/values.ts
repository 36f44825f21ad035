import type { Issue } from '#core/errors.ts'
import { type Language, languages } from '#text/language.ts'
import { type Accent, accents } from './colours.ts'
import type { Settings, SettingsForm } from './schema.ts'

export const textNames = ['tagline', 'welcomeTitle', 'welcome', 'about', 'contact'] as const
type TextName = (typeof textNames)[number]

/** Values of the form: texts by language, links as lines, and an empty string for a default colour. */
export type Values = Record<'name' | 'contactEmail' | 'followLinks' | Accent | `${TextName}_${Language}`, string>

export function valuesOf({ name, contactEmail, followLinks, texts, colours, fixed, current }: SettingsForm): Values {
  const shown = {
    name: fixed.includes('name') ? current.name : name,
    contactEmail: fixed.includes('contactEmail') ? (current.contactEmail ?? '') : contactEmail,
    followLinks: linesOf(fixed.includes('followLinks') ? current.followLinks : followLinks),
  }
  const pairs = languages.flatMap((one) => textNames.map((field) => [`${field}_${one}`, texts[one][field]]))
  return { ...shown, ...Object.fromEntries([...pairs, ...accents.map((one) => [one, colours[one] ?? ''])]) }
}

/** Returns the settings to save. Settings that the environment fixes keep their stored values. */
export function settingsOf(values: Values, { name, contactEmail, followLinks, fixed }: SettingsForm): Settings {
  const textsIn = (language: Language) =>
    Object.fromEntries(textNames.map((field) => [field, values[`${field}_${language}`]])) as Settings['texts']['en']
  return {
    name: fixed.includes('name') ? name : values.name,
    contactEmail: fixed.includes('contactEmail') ? contactEmail : values.contactEmail,
    followLinks: fixed.includes('followLinks') ? followLinks : linksIn(values.followLinks),
    texts: { en: textsIn('en'), sw: textsIn('sw') },
    colours: Object.fromEntries(accents.map((one) => [one, values[one] || null])) as Settings['colours'],
  }
}

/** Returns an issue of the API with the name of its field in the form. */
export function inForm({ path, message }: Issue): Issue {
  const [group, first = '', second] = path.split('.')
  if (group === 'texts') return { path: `${second}_${first}`, message }
  return { path: group === 'colours' ? first : (group ?? ''), message }
}

function linesOf(links: Settings['followLinks']): string {
  return links.map(({ label, url }) => `${label} ${url}`).join('\n')
}

/** Parses a link from each line. The host replaces a missing name; the server refuses a line without an address. */
function linksIn(lines: string): Settings['followLinks'] {
  return lines.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    const [, label = '', url = ''] = /^(.*?)\s*(https:\/\/\S+)\s*$/.exec(line) ?? []
    if (!url) return [{ label: line.trim().slice(0, 40), url: '' }]
    const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
    return [{ label: label.trim() || host.slice(0, 40), url }]
  })
}
