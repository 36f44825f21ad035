import { Anchor, type AnchorProps, type Target } from '../anchor.tsx'

export type FrameLink = Target & { label: string; current?: boolean }

/** A link of the header, a bar or a row of pills, marked if it leads to the current page or part of the site. */
export function FrameAnchor({ current, ...rest }: AnchorProps & { current?: boolean | undefined }) {
  return <Anchor {...rest} aria-current={current ? 'page' : undefined} />
}
