/** Returns the text of HTML, one line per block. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const block of body.querySelectorAll('p, h2, h3, h4, li, blockquote, br, hr')) block.append('\n')
  return (body.textContent ?? '').trim()
}
