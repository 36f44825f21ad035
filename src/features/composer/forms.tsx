import { useQueryClient } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import { ArticleForm } from '#content/article/form.tsx'
import { EventForm } from '#content/event/form.tsx'
import { MediaForm } from '#content/media/form.tsx'
import { WordForm } from '#content/vocabulary/form.tsx'
import type { loader as rootLoader } from '#src/root.tsx'

/** `onKept`: it waits on this device for the signal. */
type ComposeProps = { onSubmitted: (id: string) => void; onKept?: (() => void) | undefined }

/** The article form with what it needs of the site; lists of articles are asked for again once it is posted. */
export function ComposeArticle({ onSubmitted, onKept }: ComposeProps) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const queryClient = useQueryClient()
  return (
    <ArticleForm
      maxUploadMb={Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)}
      onSubmitted={(article) => {
        void queryClient.invalidateQueries({ queryKey: ['article'] })
        onSubmitted(article.id)
      }}
      onKept={onKept}
    />
  )
}

/** The form of a picture, video or recording with what it needs of the site; lists are asked for again once it is posted. */
export function ComposeMedia({ onSubmitted, onKept }: ComposeProps) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const queryClient = useQueryClient()
  return (
    <MediaForm
      maxUploadMb={Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)}
      onSubmitted={(media) => {
        void queryClient.invalidateQueries({ queryKey: ['media'] })
        onSubmitted(media.id)
      }}
      onKept={onKept}
    />
  )
}

/** The event form with what it needs of the site; lists of events are asked for again once it is posted. */
export function ComposeEvent({ onSubmitted, onKept }: ComposeProps) {
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const queryClient = useQueryClient()
  return (
    <EventForm
      maxUploadMb={Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)}
      onSubmitted={(event) => {
        void queryClient.invalidateQueries({ queryKey: ['event'] })
        onSubmitted(event.id)
      }}
      onKept={onKept}
    />
  )
}

/** The form of a word; lists of words are asked for again once it is posted. */
export function ComposeWord({ onSubmitted, onKept }: ComposeProps) {
  const queryClient = useQueryClient()
  return (
    <WordForm
      onSubmitted={(word) => {
        void queryClient.invalidateQueries({ queryKey: ['vocabulary'] })
        onSubmitted(word.id)
      }}
      onKept={onKept}
    />
  )
}
