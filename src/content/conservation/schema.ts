import { z } from 'zod'
import { Day, Entry, EntrySettings, NewEntrySettings, unlessEmpty } from '#content/entry/schema.ts'
import { ListedPicture, PicturesWithRole } from '#content/media/schema.ts'
import { line, searchTerm, text, unlessBlank } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'
import { text as words } from './text.ts'

export const conditions = ['good', 'fair', 'poor', 'lost'] as const
export const phases = ['planned', 'under way', 'done'] as const

export const Conservation = Entry.extend({
  /** The record's artifact, if there is one that the caller may see; otherwise null. */
  artifactId: z.uuid().nullable(),
  artifact: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  condition: z.enum(conditions),
  phase: z.enum(phases),
  threat: z.string().nullable(),
  treatment: z.string().nullable(),
  conservator: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  images: z.array(ListedPicture),
})
export type Conservation = z.infer<typeof Conservation>

/** Reads an empty date as no date. */
const OptionalDay = z.preprocess((raw) => (raw === '' ? null : raw), Day.nullish())

const fields = {
  title: line(200),
  artifactId: z.preprocess((raw) => (raw === '' ? null : raw), z.uuid().nullish()),
  condition: z.enum(conditions),
  phase: z.enum(phases),
  threat: unlessEmpty(text(5000)),
  treatment: unlessEmpty(text(10_000)),
  conservator: unlessEmpty(line(200)),
  startedAt: OptionalDay,
  finishedAt: OptionalDay,
  images: PicturesWithRole,
}

type Days = { startedAt?: string | null | undefined; finishedAt?: string | null | undefined }

/** Returns true unless the end is before the start. */
export function inOrder({ startedAt, finishedAt }: Days): boolean {
  return !startedAt || !finishedAt || finishedAt >= startedAt
}

export const NewConservation = z
  .object({
    ...fields,
    phase: fields.phase.default('planned'),
    images: fields.images.default([]),
    ...NewEntrySettings,
  })
  .refine(inOrder, { path: ['finishedAt'], error: () => words.form.finishedFirst })
export type NewConservation = z.output<typeof NewConservation>

export const ConservationChange = z.object({ ...z.object(fields).partial().shape, ...EntrySettings })

export const ConservationQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  /** Limits the list to records of this artifact. */
  artifactId: unlessBlank(z.uuid()),
})
