import type { ReactNode } from 'react'
import { Lines } from '#content/entry/lines.tsx'
import { Word } from '#ui/labels.tsx'
import { Facts } from '#ui/list.tsx'
import { text } from './text.ts'

type Own = Record<string, unknown>

/** Columns that are in the language of the community. */
const inLanguage = new Set(['marakwet', 'original'])

/** Everything a type says of an entry, by the columns of its table; what is empty falls out. */
export function Said({ own, without = [] }: { own: Own; without?: string[] }) {
  const columns = inOrder(Object.keys(own).filter((column) => !without.includes(column)))
  return <Facts rows={columns.map((column) => [fieldName(column), shown(column, own[column])])} />
}

/** Columns as a keeper reads them: the words first, what became of them last. */
export function inOrder(columns: readonly string[]): string[] {
  const order = Object.keys(text.fields)
  return columns.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}

export function fieldName(column: string): string {
  return text.fields[column] ?? column.replaceAll('_', ' ')
}

function shown(column: string, value: unknown): ReactNode {
  if (value === null || value === undefined || value === false || value === '') return null
  if (inLanguage.has(column)) return <Lines of="enb">{String(value)}</Lines>
  if (column === 'example') return <Example {...(value as { marakwet: string; english: string })} />
  if (column === 'source') return sourceOf(value as Source)
  return <Lines>{plain(column, value)}</Lines>
}

type Source = { short?: string; citation?: string; licence?: string }

/** A study by its short name; the whole citation stands on the word's page. */
function sourceOf({ short, citation, licence }: Source): string {
  return [short ?? citation, licence].filter(Boolean).join(', ')
}

function Example({ marakwet, english }: { marakwet: string; english: string }) {
  return (
    <>
      <Word>{marakwet}</Word>
      <br />
      <span className="dim">{english}</span>
    </>
  )
}

/** A column's value as a text: HTML by its words, lists and records by their parts. */
export function plain(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? text.history.yes : text.history.no
  if (column === 'body') return wordsOfHtml(String(value))
  if (Array.isArray(value)) return value.map((one) => plain('', one)).join('\n')
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => plain('', one))
      .filter(Boolean)
      .join('\n')
  return String(value)
}

/** Paragraphs of HTML as lines. The document it is read into shows and loads nothing. */
function wordsOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const block of body.querySelectorAll('p, h2, h3, h4, li, blockquote, br, hr')) block.append('\n')
  return (body.textContent ?? '').trim()
}
