import { EntryCard } from '#content/entry/list/card.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { MediaPlayer } from '#content/media/page/player.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Icon } from '#ui/drawing/icon.tsx'
import { PlaceholderPicture } from '#ui/drawing/terraces.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { TagList } from '#ui/list/labels.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { kind } from './kind.ts'
import type { Article } from './schema.ts'
import { text } from './text.ts'

/** Shows an article in a list: cover, category, title, excerpt, at most 5 tags (spec 4.3), author, date and likes. */
export function ArticleCard({ article, level = 3 }: { article: Article; level?: 2 | 3 }) {
  const { title, category, excerpt, tags, author, likes } = article
  const date = article.publishedAt ?? article.createdAt
  const setting = useDateSetting()
  return (
    <EntryCard
      entry={article}
      kind={kind}
      label={category ? text.categoryName(category) : text.uncategorized}
      title={title}
      level={level}
      picture={<Cover article={article} sizes="(min-width: 900px) 420px, 100vw" card />}
      tags={<TagList tags={tags} />}
      byline={<Byline {...bylineOf(author, text.anonymous)} date={formatDate(date, setting)} dateTime={date} />}
      action={
        <span className="row gap-2 strong">
          <Icon name="heart" />
          {likes}
        </span>
      }
    >
      <p>{excerpt}</p>
    </EntryCard>
  )
}

/** Shows the cover as a picture or a player, or a placeholder drawing if there is no cover. */
export function Cover({ article, sizes, reading, card }: CoverProps) {
  const { cover, id, title } = article
  if (!cover) return <PlaceholderPicture field="ochre" view={id.charCodeAt(id.length - 1)} />
  if (cover.kind !== 'image') return <MediaPlayer file={cover} title={title} sizes={sizes} reading={reading ?? false} />
  return (
    <div className={card ? 'pic' : 'pic round'}>
      <Picture file={cover} alt="" sizes={sizes} opening={reading} />
    </div>
  )
}

/** `reading` is true on a public page, which has no React, and `card` in a list, where the card has the corners. */
type CoverProps = { article: Article; sizes: string; reading?: boolean; card?: boolean }
