import { z } from 'zod'
import { Author, richText } from '#content/entry/schema.ts'
import { Email, isHttps } from '#core/input/contact.ts'
import { sentences } from '#core/input/sentences.ts'
import { line, text } from '#core/input/text.ts'
import { languages } from '#text/language.ts'
import { carriesLink } from '#text/links.ts'
import { accents } from './colours.ts'

/** Maximum lengths of texts in UTF-16 units, and maximum number of links. */
export const longest = { name: 80, tagline: 120, welcomeTitle: 60, welcome: 400, richText: 20_000, followLinks: 8 }

/** Returns a schema for one line of text. An empty one means the default. */
function lineOrNone(max: number) {
  return text(max).refine((value) => !/[\n\r]/.test(value), { error: () => sentences.oneLine })
}

/** Text in one language. An empty field falls back to the default of that language. */
const Texts = z.object({
  tagline: lineOrNone(longest.tagline),
  welcomeTitle: lineOrNone(longest.welcomeTitle),
  welcome: lineOrNone(longest.welcome),
  /** HTML, which the server sanitizes. */
  about: richText(longest.richText),
  contact: richText(longest.richText),
})

/** Colours are six hexadecimal digits and nothing else, because they end up in a style sheet. */
const Colour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: () => sentences.colour })
  .nullable()

const FollowLink = z.object({
  label: line(40),
  url: z
    .string()
    .trim()
    .max(500)
    .refine(isHttps, { error: () => sentences.https }),
})

const shape = {
  /** The name appears in emails, so it must not look like a web address. An empty name means the default. */
  name: lineOrNone(longest.name).refine((name) => !carriesLink(name), { error: () => sentences.nameWithLink }),
  contactEmail: z.union([z.literal(''), Email]),
  followLinks: z.array(FollowLink).max(longest.followLinks),
  texts: z.object(Object.fromEntries(languages.map((one) => [one, Texts])) as Record<'en' | 'sw', typeof Texts>),
  colours: z.object(
    Object.fromEntries(accents.map((one) => [one, Colour])) as Record<(typeof accents)[number], typeof Colour>,
  ),
}

/** The settings that admins can change, as they are stored. */
export const Settings = z.object(shape)
export type Settings = z.infer<typeof Settings>

const noTexts = { tagline: '', welcomeTitle: '', welcome: '', about: '', contact: '' }

/** Settings in which every text, name and colour is the default. */
export const nothingSet: Settings = {
  name: '',
  contactEmail: '',
  followLinks: [],
  texts: { en: noTexts, sw: noTexts },
  colours: { band: null, buttonsLight: null, buttonsDark: null, linksLight: null, linksDark: null },
}

export const SettingsChange = Settings.extend({
  /** The `fileUrl` of an uploaded picture. Null removes the logo; without this field it stays. */
  logo: z.string().max(500).nullable().optional(),
})
export type SettingsChange = z.input<typeof SettingsChange>

/** The stored settings, for admins. The environment sets those in `fixed`; `current` has the values in use. */
export const SettingsForm = Settings.extend({
  number: z.number().int(),
  /** Time of this version; the beginning of 1970 if nothing was ever set. */
  updatedAt: z.iso.datetime(),
  logo: z.string().nullable(),
  fixed: z.array(z.enum(['name', 'contactEmail', 'followLinks'])),
  current: z.object({
    name: z.string(),
    contactEmail: z.string().nullable(),
    followLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  }),
})
export type SettingsForm = z.infer<typeof SettingsForm>

/** A version of the settings, with its author, time and kind of change. */
export const Version = z.object({
  number: z.number().int(),
  action: z.enum(['change', 'undo', 'reset']),
  createdAt: z.iso.datetime(),
  changedBy: Author.nullable(),
})
export const Versions = z.object({ items: z.array(Version) })

/** The number of a version; 0 is the state before the first change. */
export const ByNumber = z.object({
  number: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
})
