import { Byline } from '#ui/byline.tsx'
import { formatDate } from '#ui/formats.ts'
import { TagList } from '#ui/labels.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { mayLink } from '../entry/archive.ts'
import { Covered } from '../entry/covered.tsx'
import { Foot } from '../entry/foot.tsx'
import { entryHead } from '../entry/head.ts'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { Related, shownLinks } from '../entry/link/related.tsx'
import type { Route } from './+types/detail.page.ts'
import { Cover } from './card.tsx'
import { text } from './text.ts'

/** A public article, readable by anyone it is meant for, without script. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = params
  const [article, links] = await Promise.all([api.article.get({ id }), api.archive.links({ id, limit: shownLinks })])
  return { article, links, mayLink: mayLink(context.get(viewerContext), article) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { article } = given.loaderData
  const { excerpt: description, category, tags, cover } = article
  const schema = { '@type': 'Article', headline: article.title, articleSection: category, keywords: tags }
  return entryHead(given, article, { description, schema, files: [cover] })
}

export default function ArticlePage({ loaderData: { article, links, mayLink } }: Route.ComponentProps) {
  const date = article.publishedAt ?? article.createdAt
  return (
    <>
      <TitleBand field="ochre" title={article.title} lead={text.categoryName(article.category)}>
        <Byline
          name={article.author?.name ?? text.anonymous}
          photo={article.author?.avatar}
          date={`${formatDate(date)}, ${text.minutes(minutesToRead(article.content))}`}
          dateTime={date}
        />
      </TitleBand>
      <div className="sec">
        <article className="wrap stack gap-5">
          <HiddenNote entry={article} />
          <LabelNote entry={article} />
          <Covered entry={article}>
            {article.cover && (
              <div className="broad">
                <Cover article={article} sizes="(min-width: 900px) 800px, 100vw" reading />
              </div>
            )}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server on every write (entry/html.ts) */}
            <div className="prose" dangerouslySetInnerHTML={{ __html: article.content }} />
          </Covered>
          <TagList tags={article.tags} />
          <Related id={article.id} links={links} mayLink={mayLink} />
          <Foot entry={article} />
        </article>
      </div>
    </>
  )
}

/** At 200 words a minute, one at least. */
export function minutesToRead(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(words / 200))
}
