import { z } from 'zod'
import { PageQuery } from '#core/page.ts'
import { line } from '#core/text.ts'
import { Entry, NewStanding, Standing, Tags, Visibility } from '../entry/schema.ts'
import { FilePresentation } from '../media/schema.ts'
import { text } from './text.ts'

/** The categories of the filter (spec §2). A member may write one of their own: it is listed under Other. */
export const categories = ['Culture', 'History', 'Traditions', 'Language', 'Community'] as const
/** What the filter asks for by this name: every category that is not among them. */
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

/** An article opened: its cleaned HTML beside what the list shows. */
export const FullArticle = Article.extend({ content: z.string() })
export type FullArticle = z.infer<typeof FullArticle>

export const contentBytes = 1_000_000

export const NewArticle = z.object({
  title: line(200),
  category: line(60),
  content: z
    .string()
    .trim()
    .min(1)
    .max(contentBytes, { error: () => text.form.tooLong }),
  coverImage: z.string().nullish(),
  tags: Tags.default([]),
  ...NewStanding,
  visibility: Visibility.exclude(['keepers']).default('members'),
})
export type NewArticle = z.input<typeof NewArticle>

export const ArticleChange = z.object({
  title: line(200).optional(),
  category: line(60).optional(),
  content: z
    .string()
    .trim()
    .min(1)
    .max(contentBytes, { error: () => text.form.tooLong })
    .optional(),
  coverImage: z.string().nullish(),
  tags: Tags.optional(),
  ...Standing,
})

const Categories = z.preprocess((raw) => (typeof raw === 'string' ? [raw] : raw), z.array(line(60)).max(20).default([]))

export const ArticleQuery = PageQuery.extend({
  q: z.string().normalize('NFC').trim().max(200).default(''),
  category: Categories,
  sort: z.enum(['latest', 'oldest', 'popular']).default('latest'),
  /** `draft`: the caller's own drafts instead of what is published. */
  state: z.enum(['published', 'draft']).default('published'),
})
