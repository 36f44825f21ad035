import { topicPage } from '#content/entry/explore-pages.ts'
import { bylineOf } from '#content/entry/page/author.tsx'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { SendOnWhatsApp } from '#content/entry/page/share.tsx'
import { StateMark } from '#content/entry/visibility/state-mark.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { type DateSetting, formatDate } from '#ui/data/formats.ts'
import { SentForm } from '#ui/form/sent-form.tsx'
import { PaintWithOpening } from '#ui/layout/first-paint.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { KindLabel, StatusPill, TagList } from '#ui/list/labels.tsx'
import { useSite } from '#web/site.ts'
import { text as ofWeb } from '#web/text.ts'
import { Cover } from './card.tsx'
import { kind } from './kind.ts'
import type { FullArticle } from './schema.ts'
import { text } from './text.ts'

type Props = {
  article: FullArticle
  sizes: string
  setting?: DateSetting
  /** True on the public page, which has no React. */
  reading?: boolean
}

/** An article from its heading to its tags, on its public page and in the dashboard. */
export function ArticleContent({ article, sizes, setting, reading }: Props) {
  const { title, author, category, content, cover, tags, visibility } = article
  const date = article.publishedAt ?? article.createdAt
  return (
    <>
      <header id={reading ? 'opening' : undefined} className="stack gap-3">
        {reading && <PaintWithOpening />}
        <p className="row gap-3">
          <KindLabel {...kind.look} label={text.categoryName(category)} />
          <StateMark entry={article} unless="members" />
          {visibility === 'members' && <StatusPill field="dusk">{text.membersOnly}</StatusPill>}
        </p>
        <h1 className="break">{title}</h1>
        <Byline
          {...bylineOf(author, text.anonymous)}
          date={`${formatDate(date, setting)}, ${text.minutes(minutesToRead(content))}`}
          dateTime={date}
        />
        {reading && (
          <div className="row noprint">
            <SendOnWhatsApp title={title} entry={article} />
            <ReadingLike article={article} />
          </div>
        )}
      </header>
      <EntryNotes entry={article} />
      <Covered entry={article}>
        {cover && <Cover article={article} sizes={sizes} reading={reading} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on every write (entry/write/html.ts) */}
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: content }} />
      </Covered>
      <TagList tags={[category, ...tags]} hrefOf={topicPage} nameOf={text.categoryName} />
    </>
  )
}

/** The like of a member, on the public page. Renders nothing for guests. */
function ReadingLike({ article: { id, likes, liked } }: Pick<Props, 'article'>) {
  const place = 'like'
  if (!useSite()?.viewerId) return null
  return (
    <SentForm
      id={place}
      send={`${liked ? 'DELETE' : 'PUT'} /api/articles/${id}/like`}
      renews={`#${place}`}
      failed={ofWeb.offline}
      data-session="member"
    >
      <LikeButton type="submit" likes={likes} liked={liked} />
    </SentForm>
  )
}

type LikeProps = Pick<FullArticle, 'likes' | 'liked'> & Pick<ButtonProps, 'type' | 'disabled' | 'onClick'>

export function LikeButton({ likes, liked, ...button }: LikeProps) {
  return (
    <Button
      variant={liked ? 'filled' : 'line'}
      icon="heart"
      aria-pressed={liked}
      aria-label={liked ? text.unlike(likes) : text.like(likes)}
      {...button}
    >
      {likes}
    </Button>
  )
}

/** Returns the reading time at 200 words a minute, at least one minute. */
function minutesToRead(html: string): number {
  const words = html.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(words / 200))
}
