import { z } from 'zod'
import { Entry, EntrySettings, NewEntrySettings, richText, Tags, Visibility } from '#content/entry/schema.ts'
import { FilePresentation } from '#content/media/schema.ts'
import { line, searchTerm } from '#core/input/text.ts'
import { PageQuery } from '#core/page.ts'

/** Categories of the filter (spec 6). Members can write their own, which are listed under Other. */
export const categories = ['Culture', 'History', 'Traditions', 'Language', 'Community'] as const
/** The value of the filter for all categories outside the list. */
export const otherCategories = 'Other'

export const Article = Entry.extend({
  category: z.string(),
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  coverImage: z.string().nullable(),
  cover: FilePresentation.nullable(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  likes: z.number().int(),
  liked: z.boolean(),
})
export type Article = z.infer<typeof Article>

/** A complete article: the list's fields and its cleaned HTML. */
export const FullArticle = Article.extend({ content: z.string() })
export type FullArticle = z.infer<typeof FullArticle>

export const NewArticle = z.object({
  title: line(200),
  category: line(60),
  content: richText().min(1),
  coverImage: z.string().nullish(),
  tags: Tags.default([]),
  ...NewEntrySettings,
  visibility: Visibility.exclude(['keepers']).default('members'),
})
export type NewArticle = z.input<typeof NewArticle>

export const ArticleChange = z.object({
  title: line(200).optional(),
  category: line(60).optional(),
  content: richText().min(1).optional(),
  coverImage: z.string().nullish(),
  tags: Tags.optional(),
  ...EntrySettings,
})

const Categories = z.preprocess((raw) => (typeof raw === 'string' ? [raw] : raw), z.array(line(60)).max(20).default([]))

export const ArticleQuery = PageQuery.extend({
  q: searchTerm(200).default(''),
  category: Categories,
  sort: z.enum(['latest', 'oldest', 'popular']).default('latest'),
  /** `draft`: the caller's own drafts and hidden articles instead of published ones. */
  state: z.enum(['published', 'draft']).default('published'),
})
