import { z } from 'zod'
import { Entry } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { Word } from '#content/vocabulary/schema.ts'
import { searchTerm, text } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'

export const SearchQuery = PageQuery.extend({
  /** Words or prefixes in any order; case and marks don't matter. */
  q: searchTerm(200).default(''),
  /** A type from `content/kinds.ts`; empty for all. */
  type: text(60).default(''),
})

/** Part of a text; `hit` marks a match. */
export const Part = z.object({ text: z.string(), hit: z.boolean() })
export type Part = z.infer<typeof Part>

export const SearchResult = Entry.extend({
  /** Path of its page. */
  url: z.string(),
  /** Its picture, recording or video. */
  cover: FilePresentation.nullable(),
  titleParts: z.array(Part),
  /** The text around the match, or its beginning. */
  excerpt: z.array(Part),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchPage = Page(SearchResult).extend({
  /** Similar words of the dictionary, if nothing was found. */
  near: z.array(
    Word.pick({
      ...{ id: true, form: true, marakwet: true, language: true, english: true, ipa: true, source: true },
      confirmed: true,
    }),
  ),
})
