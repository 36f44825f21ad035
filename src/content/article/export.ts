import type { Exported } from '#content/entry/write/export.ts'
import type { FullArticle } from './schema.ts'

export const exported: Exported<FullArticle> = {
  columns: ['id', 'title', 'category', 'tags', 'content', 'author', 'publishedAt'],
  describe: (article, address) => ({
    articleSection: article.category,
    keywords: article.tags,
    articleBody: article.content,
    image: address(article.coverImage),
  }),
}
