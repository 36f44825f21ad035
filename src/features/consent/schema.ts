import { z } from 'zod'
import { Purpose, purposes } from '#content/entry/consent/schema.ts'
import { Author, ById, Day, Entry, unlessEmpty } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Email } from '#core/input/contact.ts'
import { line, text, unlessBlank } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'
import { text as words } from './text.ts'

const How = z.enum(['spoken', 'written'])
export type How = z.infer<typeof How>

const About = Entry.pick({ id: true, type: true, title: true, state: true, visibility: true })

/** A consent of the people in an entry, such as a recording or a picture. */
export const Consent = z.object({
  id: z.uuid(),
  entry: About,
  /** Names of the people who are heard or seen. */
  people: z.array(z.string()),
  /** The name of the person who agreed, for themselves or for someone else. */
  givenBy: z.string(),
  giver: Author.nullable(),
  how: How,
  /** A recording of a spoken consent, or a picture of a written one. */
  evidence: FilePresentation.nullable(),
  purposes: z.array(Purpose),
  givenAt: z.iso.datetime(),
  /** The date on which it is time to ask again. From then on, the consent is on the keepers' list. */
  reviewAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Consent = z.infer<typeof Consent>
export const Consents = Page(Consent)

/** Those consents of an entry that the caller may read. `may` says whether they may add another one or edit these. */
export const ConsentsOfEntry = z.object({
  entry: About,
  items: z.array(Consent),
  may: z.array(z.enum(['add', 'edit'])),
})
export type ConsentsOfEntry = z.infer<typeof ConsentsOfEntry>

/**
 * `narrowedTo` is the entry's new visibility if it had to change, otherwise null. `saleEnded` is true if the entry was
 * a product and is a draft now, or was linked to products.
 */
export const SavedConsent = Consent.extend({ narrowedTo: Entry.shape.visibility.nullable(), saleEnded: z.boolean() })

const fields = {
  people: z
    .array(line(120))
    .min(1, { error: () => words.form.somebody })
    .max(30),
  givenBy: line(200),
  /** The email of the giver's account, or null. Keepers may enter any member's email, others only their own. */
  giverEmail: unlessEmpty(Email),
  how: How,
  /** The `fileUrl` of an upload or a `data:` URL: sound for a spoken consent, a picture for a written one. */
  evidence: z.string().nullish(),
  /** Duplicates are dropped. Removing all purposes is a withdrawal. */
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

/** A removed entry in the ledger. */
export const Tombstone = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  entryId: z.uuid(),
  type: z.string(),
  /** Null if the author deleted the entry, an undone import added it, or only groups could see it. */
  title: z.string().nullable(),
  act: z.enum(['removed', 'withdrawn']),
  /** SHA-256 of every original file, except those of comments. */
  hashes: z.array(z.string()),
  actor: Author.nullable(),
  reason: z.string().nullable(),
})
export type Tombstone = z.infer<typeof Tombstone>
export const Tombstones = Page(Tombstone)

/** Lists entries, newest first. `act` limits the list to deleted or to withdrawn entries. */
export const TombstoneQuery = PageQuery.extend({
  act: unlessBlank(Tombstone.shape.act),
})
