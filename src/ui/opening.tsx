/**
 * Lets a browser begin to paint once the block `#opening` has come, the head of its page: on a slow phone a first frame of
 * the bar alone costs the time of a second one. React puts it into the document's head. Source: HTML, `rel=expect`.
 */
export function PaintWithOpening() {
  return <link rel="expect" href="#opening" blocking="render" />
}
