import { Link } from 'react-router'
import { Byline } from '#ui/byline.tsx'
import { Card } from '#ui/card.tsx'
import { PlaceholderPicture } from '#ui/contour.tsx'
import { formatDate } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { KindLabel, StatusPill, TagList } from '#ui/labels.tsx'
import { Picture } from '#ui/picture.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { MediaPlayer } from '../media/player.tsx'
import type { Article } from './schema.ts'
import { text } from './text.ts'

/** An article in a list (spec §2): cover, category, title, excerpt, at most 5 tags, author and date. */
export function ArticleCard({ article, level }: { article: Article; level?: 2 | 3 }) {
  const { id, title, category, excerpt, tags, author, likes } = article
  const date = article.publishedAt ?? article.createdAt
  const setting = useDateSetting()
  return (
    <Card
      level={level}
      picture={
        article.deceased ? <WarningPlate /> : <Cover article={article} sizes="(min-width: 900px) 420px, 100vw" />
      }
      kind={
        <>
          <KindLabel kind="article" label={category ? text.categoryName(category) : text.uncategorized} />{' '}
          <ArticleMarks article={article} />
        </>
      }
      title={<Link to={`/dashboard/articles/${id}`}>{title}</Link>}
      tags={<TagList tags={tags} />}
      byline={
        <Byline
          name={author?.name ?? text.anonymous}
          photo={author?.avatar}
          date={formatDate(date, setting)}
          dateTime={date}
        />
      }
      action={
        <span className="row gap-2 strong">
          <Icon name="heart" />
          {likes}
        </span>
      }
    >
      <p>{excerpt}</p>
      <LabelMarks entry={article} />
    </Card>
  )
}

/** What sets an article apart from one that everybody sees. */
export function ArticleMarks({ article }: { article: Pick<Article, 'state' | 'visibility'> }) {
  if (article.state === 'draft') return <StatusPill field="maize">{text.draft}</StatusPill>
  if (article.state === 'hidden') return <StatusPill field="ochre">{text.hidden}</StatusPill>
  return null
}

/** The cover by its kind: picture, video or sound; a hill where there is none. */
export function Cover({ article, sizes, reading }: CoverProps) {
  const { cover, id, title } = article
  if (!cover) return <PlaceholderPicture field="ochre" view={id.charCodeAt(id.length - 1)} />
  if (cover.kind !== 'image')
    return (
      <MediaPlayer file={cover} title={title} sizes={sizes} reading={reading ?? false} covered={article.deceased} />
    )
  return (
    <div className="pic">
      <Picture file={cover} alt="" sizes={sizes} />
    </div>
  )
}

/** `reading`: on a public page, which ships no React. */
type CoverProps = { article: Article; sizes: string; reading?: boolean }
