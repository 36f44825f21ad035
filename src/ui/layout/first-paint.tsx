/**
 * Delays the first paint until the block `#opening` has arrived: on a slow phone, painting the header first takes as
 * long as painting everything again. React moves the link to the document's head. See `rel=expect` in the HTML
 * standard.
 */
export function PaintWithOpening() {
  return <link rel="expect" href="#opening" blocking="render" />
}

/** The id of the last element of a public page. */
export const pageEnd = 'end'

/**
 * Delays the first paint of a short page until all of it has arrived, because its footer moves as its parts arrive. A
 * browser paints as soon as the expected element has begun, so the footer itself would be too early.
 */
export function PaintWhole() {
  return <link rel="expect" href={`#${pageEnd}`} blocking="render" />
}
