import { LatePart } from './late-part.tsx'
import type { RichTextProps } from './rich-text.tsx'

const richText = () => import('./rich-text.tsx').then((module) => module.RichText)

/** The editor, loaded when its form opens. */
export function LateRichText(props: RichTextProps) {
  return <LatePart load={richText} given={props} />
}
