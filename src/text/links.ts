// These patterns match text that mail programs turn into links: a scheme, or words joined by dots. Browsers also accept
// the full stops of other scripts as dots.

const dots = '.\\u3002\\uff0e\\uff61'
const scheme = /:(?=\/\/)/g
const dotted = new RegExp(`(?<=[\\p{L}\\p{N}_-])([${dots}])(?=\\p{L})`, 'gu')
const lowerCaseDomain = new RegExp(`[\\p{L}\\p{N}_-][${dots}]\\p{Ll}{2}`, 'u')
const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const hiddenBreaks = /[^\P{Cc}\n\t]+|[\p{Zl}\p{Zp}]+/gu

/** Returns whether a name contains a link, markup or a line break. "Dr.Sample" and "J.K. Sample" contain none. */
export function carriesLink(name: string): boolean {
  return /:\/\/|www[.\u3002\uff0e\uff61]|[<>]/i.test(name) || lowerCaseDomain.test(name) || name.search(lineBreaks) >= 0
}

/**
 * Returns a text that mail programs don't turn into links: "www.example.org" becomes "www. example. org".
 * @param except texts left unchanged, such as the site's own name and addresses
 */
export function withoutLinks(text: string, except: readonly string[] = []): string {
  const exceptions = except.filter((one) => one !== '').toSorted((a, b) => b.length - a.length)
  if (exceptions.length === 0) return breakLinks(text)
  const pieces = text.split(new RegExp(`(${exceptions.map((one) => RegExp.escape(one)).join('|')})`))
  return pieces.map((piece, index) => (index % 2 ? piece : breakLinks(piece))).join('')
}

export function onOneLine(text: string): string {
  return text.replace(lineBreaks, ' ')
}

function breakLinks(text: string): string {
  return text.replace(scheme, ': ').replace(dotted, '$1 ').replace(hiddenBreaks, ' ')
}
