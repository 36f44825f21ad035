import { changePageOf } from '#content/entry/address.ts'
import { exploreTrail } from '#content/entry/explore-pages.ts'
import { Related } from '#content/entry/link/related.tsx'
import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { loadDiscussed } from '#content/media/comment/page/read.ts'
import { ReadingComments } from '#content/media/comment/page/reading.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { ArticleContent } from './content.tsx'
import { kind } from './kind.ts'
import { text } from './text.ts'

/** Loads the public page of an article, which works without JavaScript. */
export function loader(args: Route.LoaderArgs) {
  return loadDiscussed(args, kind.type)
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { entry: article } = args.loaderData
  const { excerpt: description, category, tags, cover } = article
  const schema = { ...schemaOf(kind), headline: article.title, articleSection: category, keywords: tags }
  return entryHead(args, article, { description, schema, files: [cover] })
}

export default function ArticlePage({ loaderData: { entry: article, links, around, comments } }: Route.ComponentProps) {
  return (
    <EntryColumns
      entry={article}
      around={around}
      authorTitle={text.writtenBy}
      trail={exploreTrail(kind.type)}
      change={`${changePageOf({ ...kind, id: article.id })}?edit`}
    >
      <ArticleContent article={article} sizes="(min-width: 900px) 800px, 100vw" reading />
      <Related entry={article} links={links} />
      <ReadingComments entry={{ id: article.id, type: kind.type }} comments={comments} />
    </EntryColumns>
  )
}
