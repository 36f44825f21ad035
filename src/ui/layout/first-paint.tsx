/**
 * Delays the first paint until the block `#opening` has arrived: on a slow phone, painting the header first takes as
 * long as painting everything again. React moves the link to the document's head. See `rel=expect` in the HTML
 * standard.
 */
export function PaintWithOpening() {
  return <link rel="expect" href="#opening" blocking="render" />
}

/** Delays the first paint of a short page until its footer has arrived, which otherwise moves as its parts arrive. */
export function PaintWithFooter() {
  return <link rel="expect" href="#footer" blocking="render" />
}
