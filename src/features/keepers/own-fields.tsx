import type { ReactNode } from 'react'
import { Lines } from '#content/entry/page/lines.tsx'
import { useLanguageName } from '#content/language/use-language-name.ts'
import { Word } from '#ui/list/labels.tsx'
import { Facts } from '#ui/list/list.tsx'
import { textOfHtml } from '#web/html-text.ts'
import { text } from './text.ts'

type Own = Record<string, unknown>

/** Columns whose text is in the entry's own language. */
const inLanguage = new Set(['form', 'original'])

/** Shows the columns of an entry's type that aren't empty. */
export function OwnFields({ own, without = [] }: { own: Own; without?: string[] }) {
  const nameOf = useLanguageName()
  const columns = inOrder(Object.keys(own).filter((column) => !without.includes(column)))
  const contentOf = (column: string) =>
    column === 'language' ? nameOf(languageOf(own)) : renderValue(column, own[column], languageOf(own))
  return <Facts rows={columns.map((column) => [fieldName(column), contentOf(column)])} />
}

/** Returns the tag of the record's language, or `und` for versions older than the language field. */
export function languageOf({ language }: Own): string {
  return typeof language === 'string' ? language : 'und'
}

/** Sorts columns for keepers: texts first, administrative ones last. */
export function inOrder(columns: readonly string[]): string[] {
  const order = Object.keys(text.fields)
  return columns.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}

export function fieldName(column: string): string {
  return text.fields[column] ?? column.replaceAll('_', ' ')
}

function renderValue(column: string, value: unknown, language: string): ReactNode {
  if (value === null || value === undefined || value === false || value === '') return null
  if (inLanguage.has(column)) return <Lines of={language}>{String(value)}</Lines>
  if (column === 'example') return <Example {...(value as { form: string; english: string })} language={language} />
  if (column === 'source') return sourceOf(value as Source)
  return <Lines>{plain(column, value)}</Lines>
}

export type Source = { short?: string; citation?: string; licence?: string }

/** Returns the short name of a study; the word's page has the full citation. */
function sourceOf({ short, citation, licence }: Source): string {
  return [short ?? citation, licence].filter(Boolean).join(', ')
}

function Example({ form, english, language }: { form: string; english: string; language: string }) {
  return (
    <>
      <Word lang={language}>{form}</Word>
      <br />
      <span className="dim">{english}</span>
    </>
  )
}

/** Returns a column's value as text: HTML without tags, and the parts of lists and records on lines of their own. */
export function plain(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? text.history.yes : text.history.no
  if (column === 'body') return textOfHtml(String(value))
  if (Array.isArray(value)) return value.map((one) => plain('', one)).join('\n')
  if (typeof value === 'object')
    return Object.values(value)
      .map((one) => plain('', one))
      .filter(Boolean)
      .join('\n')
  return String(value)
}
