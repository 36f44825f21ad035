import { diffArrays } from 'diff'
import { text } from '../text.ts'

/** Maximum time for comparing two texts, in ms. If it takes longer, they are marked as changed from start to end. */
const patience = 300

type Part = { value: string[]; added?: boolean; removed?: boolean }

/**
 * The changes between two texts, word by word: removed words are struck through, added ones underlined, and screen
 * readers announce both.
 */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts: Part[] = diffArrays(words(before), words(after), { timeout: patience }) ?? [
    { value: [before], removed: true },
    { value: ['\n', after], added: true },
  ]
  return (
    <p className="difference break lines">
      {parts.map(({ value, added, removed }, at) => {
        const joined = value.join('')
        const key = at
        if (removed)
          return (
            <del key={key}>
              <span className="sr">{text.difference.removed} </span>
              {joined}
              <span className="sr"> {text.difference.end} </span>
            </del>
          )
        if (added)
          return (
            <ins key={key}>
              <span className="sr">{text.difference.added} </span>
              {joined}
              <span className="sr"> {text.difference.end} </span>
            </ins>
          )
        return <span key={key}>{joined}</span>
      })}
    </p>
  )
}

/** One of two versions of a text. The words that the other one doesn't have are highlighted. */
export function Marked({ text: marked, other }: { text: string; other: string }) {
  const parts: Part[] = diffArrays(words(other), words(marked), { timeout: patience }) ?? [
    { value: [marked], added: true },
  ]
  return (
    <p className="difference break lines">
      {parts
        .filter(({ removed }) => !removed)
        .map(({ value, added }, at) => {
          const key = at
          return added ? <mark key={key}>{value.join('')}</mark> : <span key={key}>{value.join('')}</span>
        })}
    </p>
  )
}

/** Splits a text into words, with their punctuation, and the white space between them. */
function words(text: string): string[] {
  return text.split(/(\s+)/).filter((part) => part !== '')
}
