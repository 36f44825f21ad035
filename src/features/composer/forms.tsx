import { useQueryClient } from '@tanstack/react-query'
import { ArticleForm } from '#content/article/form.tsx'
import { EventForm } from '#content/event/form.tsx'
import { MediaForm } from '#content/media/form.tsx'
import { WordForm } from '#content/vocabulary/form.tsx'

/** `onKept`: it waits on this device for the signal. */
type ComposeProps = { onSubmitted: (id: string) => void; onKept?: (() => void) | undefined }

export function ComposeArticle(props: ComposeProps) {
  return <ArticleForm {...useCompose('article', props)} />
}

export function ComposeMedia(props: ComposeProps) {
  return <MediaForm {...useCompose('media', props)} />
}

export function ComposeEvent(props: ComposeProps) {
  return <EventForm {...useCompose('event', props)} />
}

export function ComposeWord(props: ComposeProps) {
  return <WordForm {...useCompose('vocabulary', props)} />
}

/** What every form is told; lists of its type are asked for again once it is posted. */
function useCompose(type: string, { onSubmitted, onKept }: ComposeProps) {
  const queryClient = useQueryClient()
  return {
    onSubmitted({ id }: { id: string }) {
      void queryClient.invalidateQueries({ queryKey: [type] })
      onSubmitted(id)
    },
    onKept,
  }
}
