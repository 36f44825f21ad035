import sanitize from 'sanitize-html'

const ownFile = /^\/files\/[0-9a-f-]{36}$/

const options: sanitize.IOptions = {
  allowedTags: ['p', 'h2', 'h3', 'h4', 'strong', 'em', 's', 'ul', 'ol', 'li', 'blockquote', 'a', 'img', 'br', 'hr'],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
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
  /** Addresses of the pictures in it, each once. */
  images: string[]
  /** The same as plain text on one line. */
  text: string
}

/** Cleans what a member wrote to the allowlist of PRODUCT §3. @param origin this site's, for absolute picture addresses */
export function cleanHtml(dirty: string, origin: string): CleanHtml {
  const html = sanitize(dirty.replaceAll(`src="${origin}/files/`, 'src="/files/'), options).trim()
  const images = [...new Set([...html.matchAll(/<img src="([^"]+)"/g)].map((match) => match[1] as string))]
  return { html, images, text: plainText(html) }
}

function plainText(html: string): string {
  const spaced = html.replace(/<(?:\/(?:p|h\d|li|blockquote)|br|hr)\b[^>]*>/g, ' ')
  return sanitize(spaced, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, (_, name: 'amp' | 'lt' | 'gt' | 'quot') => entities[name])
    .replace(/\s+/g, ' ')
    .trim()
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The first `length` characters, whole ones (spec §9: excerpts are 200). */
export function excerptOf(text: string, length = 200): string {
  return [...text].slice(0, length).join('').trim()
}
