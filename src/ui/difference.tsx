import { diffArrays } from 'diff'
import { text } from './text.ts'

/** Two texts that differ in more words than can be told apart in this time (ms) stand whole, one after the other. */
const patience = 300

type Part = { value: string[]; added?: boolean; removed?: boolean }

/** What became of a text, word by word: taken out is struck through, put in is underlined, and both are said. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts: Part[] = diffArrays(words(before), words(after), { timeout: patience }) ?? [
    { value: [before], removed: true },
    { value: ['\n', after], added: true },
  ]
  return (
    <p className="difference break lines">
      {parts.map(({ value, added, removed }, at) => {
        const said = value.join('')
        const key = at
        if (removed)
          return (
            <del key={key}>
              <span className="sr">{text.difference.removed} </span>
              {said}
              <span className="sr"> {text.difference.end} </span>
            </del>
          )
        if (added)
          return (
            <ins key={key}>
              <span className="sr">{text.difference.added} </span>
              {said}
              <span className="sr"> {text.difference.end} </span>
            </ins>
          )
        return <span key={key}>{said}</span>
      })}
    </p>
  )
}

/** Words and what stands between them, in any script. */
function words(said: string): string[] {
  return said.split(/(\s+)/).filter((part) => part !== '')
}
