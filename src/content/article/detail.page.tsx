import { exploreTrail, topicPage } from '#content/entry/explore-pages.ts'
import { Related, shownLinks } from '#content/entry/link/related.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { readComments } from '#content/media/comment/page/read.ts'
import { ReadingComments } from '#content/media/comment/page/reading.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { PaintWithOpening } from '#ui/layout/first-paint.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { KindLabel, TagList } from '#ui/list/labels.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { Cover } from './card.tsx'
import { kind } from './kind.ts'
import { text } from './text.ts'

/** Loads the public page of an article, which works without JavaScript. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = params
  const [article, links, around, comments] = await Promise.all([
    api.article.get({ id }),
    api.archive.links({ id, limit: shownLinks }),
    api.explore.around({ id }),
    readComments(api, request, id),
  ])
  return { article, links, around, comments }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { article } = args.loaderData
  const { excerpt: description, category, tags, cover } = article
  const schema = { ...schemaOf(kind), headline: article.title, articleSection: category, keywords: tags }
  return entryHead(args, article, { description, schema, files: [cover] })
}

export default function ArticlePage({ loaderData: { article, links, around, comments } }: Route.ComponentProps) {
  const date = article.publishedAt ?? article.createdAt
  return (
    <EntryColumns entry={article} around={around} authorTitle={text.writtenBy} trail={exploreTrail(kind.type)}>
      <header id="opening" className="stack gap-3">
        <PaintWithOpening />
        <p>
          <KindLabel {...kind.look} label={text.categoryName(article.category)} />
        </p>
        <h1 className="break">{article.title}</h1>
        <Byline
          {...bylineOf(article.author, text.anonymous)}
          date={`${formatDate(date)}, ${text.minutes(minutesToRead(article.content))}`}
          dateTime={date}
        />
      </header>
      <EntryNotes entry={article} />
      <Covered entry={article}>
        {article.cover && <Cover article={article} sizes="(min-width: 900px) 800px, 100vw" reading />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on every write (entry/write/html.ts) */}
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: article.content }} />
      </Covered>
      <TagList tags={[article.category, ...article.tags]} hrefOf={topicPage} nameOf={text.categoryName} />
      <Related entry={article} links={links} />
      <ReadingComments entry={{ id: article.id, type: kind.type }} comments={comments} />
    </EntryColumns>
  )
}

/** Returns the reading time at 200 words a minute, at least one minute. */
export function minutesToRead(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(words / 200))
}
