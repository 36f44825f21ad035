import { z } from 'zod'
import { Purpose, purposes } from '#content/entry/consent/schema.ts'
import { Author, ById, Day, Entry, unlessEmpty } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Email } from '#core/contact.ts'
import { Page, PageQuery } from '#core/page.ts'
import { line, text } from '#core/text.ts'
import { text as words } from './text.ts'

const How = z.enum(['spoken', 'written'])
export type How = z.infer<typeof How>

const About = Entry.pick({ id: true, type: true, title: true, state: true, visibility: true })

/** What the people of a recording or picture agreed to. */
export const Consent = z.object({
  id: z.uuid(),
  entry: About,
  /** Who is heard or seen. */
  people: z.array(z.string()),
  /** Who agreed: themselves, or somebody for them. */
  givenBy: z.string(),
  /** Their account, if they have one. */
  giver: Author.nullable(),
  how: How,
  /** Of what was spoken the sound, of what was written a picture. */
  evidence: FilePresentation.nullable(),
  purposes: z.array(Purpose),
  givenAt: z.iso.datetime(),
  /** When to ask again. */
  reviewAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Consent = z.infer<typeof Consent>
export const Consents = Page(Consent)

/** The records of an entry that the caller may read. */
export const ConsentsOfEntry = z.object({ entry: About, items: z.array(Consent) })

/**
 * `narrowedTo`: who sees the entry from now on, where that had to change. `saleEnded`: it was a product and is a draft now,
 * or products were linked to it.
 */
export const KeptConsent = Consent.extend({ narrowedTo: Entry.shape.visibility.nullable(), saleEnded: z.boolean() })

const fields = {
  people: z
    .array(line(120))
    .min(1, { error: () => words.form.somebody })
    .max(30),
  givenBy: line(200),
  /** Of a member's account. Keepers name anybody's, others their own; null for none. */
  giverEmail: unlessEmpty(Email),
  how: How,
  /** A `fileUrl` of an upload or a `data:` URL: sound for what was spoken, a picture of what was written. */
  evidence: z.string().nullish(),
  /** Each once. To take back all of them is a withdrawal. */
  purposes: z
    .array(Purpose)
    .min(1, { error: () => words.form.something })
    .max(20)
    .transform((chosen) => purposes.filter((purpose) => chosen.includes(purpose))),
  givenAt: Day.refine((moment) => Date.parse(moment) <= Date.now(), { error: () => words.form.future }),
  reviewAt: unlessEmpty(Day),
  note: unlessEmpty(text(2000)),
}
export const NewConsent = z.object(fields)
export const ConsentOf = ById.extend(fields)
export const ConsentChange = ById.extend(z.object(fields).partial().shape)
export const Withdrawal = ById.extend({ reason: unlessEmpty(text(1000)) })

/** A line of the ledger: what is no more. */
export const Tombstone = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  entryId: z.uuid(),
  type: z.string(),
  /** Null where its author deleted it, or only groups saw it. */
  title: z.string().nullable(),
  act: z.enum(['removed', 'withdrawn']),
  /** SHA-256 of every file it held. */
  hashes: z.array(z.string()),
  actor: Author.nullable(),
  reason: z.string().nullable(),
})
export type Tombstone = z.infer<typeof Tombstone>
export const Tombstones = Page(Tombstone)

/** Newest first; `act` narrows. */
export const TombstoneQuery = PageQuery.extend({
  act: z.preprocess((raw) => (raw === '' ? undefined : raw), Tombstone.shape.act.optional()),
})
