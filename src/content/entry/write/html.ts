import sanitize from 'sanitize-html'
import { idPattern } from '#core/id.ts'
import { unescapeHtml } from '#text/escape.ts'

const ownFile = new RegExp(`^/files/${idPattern}$`)

const options: sanitize.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'h4', 'strong', 'em', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'img', 'br', 'hr'],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    h1: 'h2',
    b: 'strong',
    i: 'em',
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
  const html = sanitize(dirty.replaceAll(`src="${origin}/files/`, 'src="/files/'), options).trim()
  const images = [...new Set([...html.matchAll(/<img src="([^"]+)"/g)].map((match) => match[1] as string))]
  return { html, images, text: plainText(html) }
}

function plainText(html: string): string {
  const spaced = html.replace(/<(?:\/(?:p|h\d|li|blockquote)|br|hr)\b[^>]*>/g, ' ')
  const text = unescapeHtml(sanitize(spaced, { allowedTags: [], allowedAttributes: {} }))
  return text.replace(/\s+/g, ' ').trim()
}
