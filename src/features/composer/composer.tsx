import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { ArticleForm } from '#content/article/form.tsx'
import { EventForm } from '#content/event/form.tsx'
import { MediaForm } from '#content/media/form.tsx'
import { WordForm } from '#content/vocabulary/form.tsx'
import type { loader as rootLoader } from '#src/root.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { text } from './text.ts'

export type PostKind = 'media' | 'article' | 'event' | 'linguistics'
export type ComposerProps = {
  /** The tab it opens with; null while it is closed. */
  opened: PostKind | null
  onClose: () => void
  onSubmitted: (kind: PostKind) => void
}

/** The composer over the feed: one tab for each kind of post. What is typed stays on the device when it closes. */
export function Composer({ opened, onClose, onSubmitted }: ComposerProps) {
  return (
    <Dialog open={opened !== null} onClose={onClose} title={text.title} dismissible={false} bodyLabel={text.title}>
      {opened && (
        <Kinds
          first={opened}
          onSubmitted={(kind) => {
            onSubmitted(kind)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function Kinds({ first, onSubmitted }: { first: PostKind; onSubmitted: (kind: PostKind) => void }) {
  const [kind, setKind] = useState(first)
  return (
    <Tabs
      label={text.kinds}
      value={kind}
      onChange={setKind}
      tabs={[
        {
          value: 'media',
          label: text.media,
          icon: 'photo',
          panel: <ComposeMedia onSubmitted={() => onSubmitted('media')} />,
        },
        {
          value: 'article',
          label: text.article,
          icon: 'article',
          panel: <ComposeArticle onSubmitted={() => onSubmitted('article')} />,
        },
        {
          value: 'event',
          label: text.event,
          icon: 'event',
          panel: <ComposeEvent onSubmitted={() => onSubmitted('event')} />,
        },
        {
          value: 'linguistics',
          label: text.linguistics,
          icon: 'word',
          panel: <ComposeWord onSubmitted={() => onSubmitted('linguistics')} />,
        },
      ]}
    />
  )
}

/** The article form with what it needs of the site; lists of articles are asked for again once it is posted. */
export function ComposeArticle({ onSubmitted }: { onSubmitted: (id: string) => void }) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const queryClient = useQueryClient()
  return (
    <ArticleForm
      maxUploadMb={Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)}
      onSubmitted={(article) => {
        void queryClient.invalidateQueries({ queryKey: ['article'] })
        onSubmitted(article.id)
      }}
    />
  )
}

/** The form of a picture, video or recording with what it needs of the site; lists are asked for again once it is posted. */
export function ComposeMedia({ onSubmitted }: { onSubmitted: (id: string) => void }) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const queryClient = useQueryClient()
  return (
    <MediaForm
      maxUploadMb={Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)}
      onSubmitted={(media) => {
        void queryClient.invalidateQueries({ queryKey: ['media'] })
        onSubmitted(media.id)
      }}
    />
  )
}

/** The event form with what it needs of the site; lists of events are asked for again once it is posted. */
export function ComposeEvent({ onSubmitted }: { onSubmitted: (id: string) => void }) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const queryClient = useQueryClient()
  return (
    <EventForm
      maxUploadMb={Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)}
      onSubmitted={(event) => {
        void queryClient.invalidateQueries({ queryKey: ['event'] })
        onSubmitted(event.id)
      }}
    />
  )
}

/** The form of a word; lists of words are asked for again once it is posted. */
export function ComposeWord({ onSubmitted }: { onSubmitted: (id: string) => void }) {
  const queryClient = useQueryClient()
  return (
    <WordForm
      onSubmitted={(word) => {
        void queryClient.invalidateQueries({ queryKey: ['vocabulary'] })
        onSubmitted(word.id)
      }}
    />
  )
}
