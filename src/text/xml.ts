import { escapeHtml } from './escape.ts'

/** Characters that XML 1.0 can't contain, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const noCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Markup that is already escaped. */
export type Xml = { readonly xml: string }
type Child = Xml | string | number | null | undefined | false | Child[]
type Attributes = Record<string, string | number | undefined>

export const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Escapes a text for XML and removes the characters that XML can't contain. */
export function escaped(text: string): string {
  return escapeHtml(text.toWellFormed().replace(noCharacter, ''))
}

/** Creates an element: `element('dc:title', {}, title)`. Lists of children are flattened. */
export function element(name: string, attributes: Attributes, ...children: Child[]): Xml {
  const serialized = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  )
  const inside = children.map(serialize).join('')
  return { xml: `<${name}${serialized.join('')}${inside === '' ? '/>' : `>${inside}</${name}>`}` }
}

function serialize(child: Child): string {
  if (child === null || child === undefined || child === false) return ''
  if (Array.isArray(child)) return child.map(serialize).join('')
  return typeof child === 'object' ? child.xml : escaped(String(child))
}
