import { desc } from 'drizzle-orm'
import type { Key } from '#core/page.ts'
import { entries } from '../table.ts'
import { after } from './where.ts'

type Dated = { publishedAt: string | null; createdAt: string }

/** The order of most lists: newest first. */
export const newest = {
  by: [desc(entries.publishedAt), desc(entries.id)],
  after: (key: Key | undefined) => after(key, entries.publishedAt),
  value: ({ publishedAt, createdAt }: Dated) => publishedAt ?? createdAt,
}

/** The order of lists with drafts, which have no publication time: newest first. */
export const newestCreated = {
  by: [desc(entries.createdAt), desc(entries.id)],
  after: (key: Key | undefined) => after(key, entries.createdAt),
  value: ({ createdAt }: Pick<Dated, 'createdAt'>) => createdAt,
}
