import { LazyPart } from '#ui/state/lazy-part.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { text } from '../text.ts'
import { CommentsSection, type DiscussedProps } from './body.tsx'

const conversation = () => import('./conversation.tsx').then((module) => module.Conversation)

/** The comments on an entry in the dashboard. Their code loads after the page. */
export function Comments(props: DiscussedProps) {
  return (
    <CommentsSection>
      <LazyPart<DiscussedProps>
        load={conversation}
        partProps={props}
        waiting={<Skeleton shape="list" count={2} label={text.loading} />}
        title={text.failed}
      />
    </CommentsSection>
  )
}
