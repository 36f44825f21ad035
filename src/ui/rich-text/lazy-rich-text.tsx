import { LazyPart } from '../state/lazy-part.tsx'
import { Skeleton } from '../state/skeleton.tsx'
import type { RichTextProps } from './rich-text.tsx'

const richText = () => import('./rich-text.tsx').then((module) => module.RichText)

/** The editor, loaded when its form opens. */
export function LazyRichText(props: RichTextProps) {
  const waiting = (
    <div className="rich-waiting">
      <Skeleton shape="list" count={4} />
    </div>
  )
  return <LazyPart load={richText} partProps={props} waiting={waiting} />
}
