import { z } from 'zod'
import { Entry } from '#content/entry/schema.ts'
import { Word } from '#content/vocabulary/schema.ts'
import { Page, PageQuery } from '#core/page.ts'
import { text } from '#core/text.ts'

export const SearchQuery = PageQuery.extend({
  /** Words or their beginnings, in any order; case and marks don't matter. */
  q: z.string().trim().max(200).default(''),
  /** A name of `content/registry.ts`; empty for every type. */
  type: text(60).default(''),
})

/** A part of a text; `hit` when it is what was searched for. */
export const Part = z.object({ text: z.string(), hit: z.boolean() })
export type Part = z.infer<typeof Part>

export const Found = Entry.extend({
  /** Its page. */
  url: z.string(),
  titleParts: z.array(Part),
  /** Where in its text the search is, or how it begins. */
  excerpt: z.array(Part),
})
export type Found = z.infer<typeof Found>

export const SearchPage = Page(Found).extend({
  /** Where nothing was found: words of the dictionary that are written nearly so. */
  near: z.array(Word.pick({ id: true, marakwet: true, english: true, ipa: true, source: true })),
})
