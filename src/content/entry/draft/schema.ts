import { z } from 'zod'
import { text } from '#core/input/text.ts'
import { pageKinds } from '../address.ts'

export const mostDrafts = 100
/** Maximum size of all drafts of one member, in bytes: sixteen of the largest drafts. */
export const mostDraftBytes = 8 * 1024 * 1024
/** Maximum size of one draft, in bytes: the same as the API allows for rich text. */
export const mostFieldBytes = 512 * 1024

export const Draft = z.object({
  id: z.uuid(),
  kind: z.enum(pageKinds),
  title: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Draft = z.infer<typeof Draft>

const Fields = z.record(z.string().max(200), z.unknown())

export const FullDraft = Draft.extend({ fields: Fields })
export type FullDraft = z.infer<typeof FullDraft>

/** No field of the form is required, because a form can be saved at any stage. */
export const DraftInput = z.object({
  id: z.uuid(),
  kind: z.enum(pageKinds),
  title: text(200).default(''),
  fields: Fields,
  /**
   * The device that saves the draft. It may repeat its own save, but without If-Match it can't overwrite a draft that
   * another device has saved since.
   */
  deviceId: z.uuid(),
})
