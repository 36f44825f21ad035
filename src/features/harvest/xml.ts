/** What XML 1.0 can't hold, escaped or not; a lone half of a pair is no character either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const noCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup that is escaped already. */
export type Xml = { readonly xml: string }
type Child = Xml | string | number | null | undefined | false | Child[]
type Attributes = Record<string, string | number | undefined>

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(noCharacter, '')
    .replace(/[&<>"']/g, (one) => entities[one] ?? one)
}

/** `element('dc:title', {}, title)`; a list of children is written one after the other. */
export function element(name: string, attributes: Attributes, ...children: Child[]): Xml {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  )
  const inside = children.map(written).join('')
  return { xml: `<${name}${said.join('')}${inside === '' ? '/>' : `>${inside}</${name}>`}` }
}

function written(child: Child): string {
  if (child === null || child === undefined || child === false) return ''
  if (Array.isArray(child)) return child.map(written).join('')
  return typeof child === 'object' ? child.xml : escaped(String(child))
}
