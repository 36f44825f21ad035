import { useQueryClient } from '@tanstack/react-query'
import { ArticleForm } from '#content/article/form.tsx'
import type { Entry } from '#content/entry/schema.ts'
import { EventForm } from '#content/event/form/form.tsx'
import { kinds } from '#content/kinds.ts'
import { MediaForm } from '#content/media/form/form.tsx'
import { WordForm } from '#content/vocabulary/form/form.tsx'

type Posted = Pick<Entry, 'id' | 'unlisted'>
/** `onStored` is called if the post waits on this device for signal. */
export type ComposeProps = { onSubmitted: (id: string, posted: Posted) => void; onStored?: (() => void) | undefined }

export function ComposeArticle(props: ComposeProps) {
  return <ArticleForm {...useCompose(kinds.article.type, props)} />
}

export function ComposeMedia(props: ComposeProps) {
  return <MediaForm {...useCompose(kinds.media.type, props)} />
}

export function ComposeEvent(props: ComposeProps) {
  return <EventForm {...useCompose(kinds.event.type, props)} />
}

export function ComposeWord(props: ComposeProps) {
  return <WordForm {...useCompose(kinds.vocabulary.type, props)} />
}

/** Returns the properties that every form takes. After something is posted, the lists of its type are reloaded. */
function useCompose(type: string, { onSubmitted, onStored }: ComposeProps) {
  const queryClient = useQueryClient()
  return {
    onSubmitted(posted: Posted) {
      void queryClient.invalidateQueries({ queryKey: [type] })
      onSubmitted(posted.id, posted)
    },
    onStored,
  }
}
