import sanitize from 'sanitize-html'
import { idPattern } from '#core/id.ts'
import { unescapeHtml } from '#text/escape.ts'
import { cellSeparator, linkSchemes, listNumbers, otherHeadings, richElements } from '#text/rich-text.ts'

const ownFile = new RegExp(`^/files/${idPattern}$`)

const options: sanitize.IOptions = {
  allowedTags: Object.keys(richElements),
  allowedAttributes: Object.fromEntries(
    Object.entries(richElements).map(([name, attributes]) => [name, [...attributes]]),
  ),
  allowedSchemes: linkSchemes,
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    ...otherHeadings,
    b: 'strong',
    i: 'em',
    ol: (_tag, { start = '', type = '' }) => ({
      tagName: 'ol',
      attribs: {
        ...(/^\d{1,6}$/.test(start) && { start }),
        ...(listNumbers.includes(type) && { type }),
      },
    }),
    a: (_tag, { href = '' }) => ({ tagName: 'a', attribs: { href, rel: 'nofollow ugc noopener' } }),
    img: (_tag, { src = '', alt = '' }) => ({ tagName: 'img', attribs: { src, alt, loading: 'lazy' } }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !ownFile.test(frame.attribs.src ?? ''),
}

export type CleanHtml = {
  html: string
  /** Addresses of the pictures in it, without duplicates. */
  images: string[]
  /** The content as plain text on one line. */
  text: string
}

/**
 * Reduces a member's HTML to the allowed tags and attributes (spec 6.1). @param origin the site's origin, by which
 * absolute addresses of its own files are recognized
 */
export function cleanHtml(dirty: string, origin: string): CleanHtml {
  const html = sanitize(
    blocksAsLines(tablesAsLines(dirty)).replaceAll(`src="${origin}/files/`, 'src="/files/'),
    options,
  ).trim()
  const images = [...new Set([...html.matchAll(/<img src="([^"]+)"/g)].map((match) => match[1] as string))]
  return { html, images, text: plainText(html) }
}

/** Turns each row of a table into a paragraph, so that the texts of its cells don't run together. */
function tablesAsLines(html: string): string {
  if (!/<t[dh]\b/i.test(html)) return html
  let isInCell = false
  let cells = 0
  return html.replace(/<(\/?)(tr|td|th|p|div)\b[^<>]*>/gi, (tag, close: string, name: string) => {
    switch (name.toLowerCase()) {
      case 'tr':
        isInCell = false
        cells = 0
        return `<${close}p>`
      case 'td':
      case 'th':
        isInCell = close === ''
        return isInCell && cells++ > 0 ? cellSeparator : ' '
      default:
        return isInCell ? ' ' : tag
    }
  })
}

const keptBlocks = /^(?:p|h[1-6]|ul|ol|li|blockquote|br|hr|img)$/
const lostBlocks =
  /^(?:address|article|aside|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|header|main|nav|pre|section|summary)$/

/** Puts a line break between the texts of blocks that aren't kept, such as a `div`, so that they don't run together. */
function blocksAsLines(html: string): string {
  let line: 'empty' | 'open' | 'ended' = 'empty'
  return html.replace(/<\/?([a-z][a-z\d]*)\b[^<>]*>|[^<]+/gi, (part, name: string | undefined) => {
    const tag = name?.toLowerCase()
    if (!tag) {
      if (part.trim() === '') return part
      const needsBreak = line === 'ended'
      line = 'open'
      return needsBreak ? `<br>${part}` : part
    }
    if (keptBlocks.test(tag)) line = 'empty'
    else if (lostBlocks.test(tag) && line === 'open') line = 'ended'
    return part
  })
}

function plainText(html: string): string {
  const spaced = html.replace(/<(?:\/?(?:p|h\d|ul|ol|li|blockquote)|br|hr)\b[^>]*>/g, ' ')
  const text = unescapeHtml(sanitize(spaced, { allowedTags: [], allowedAttributes: {} }))
  return text.replace(/\s+/g, ' ').trim()
}
