import { Fragment } from 'react'
import { classes } from '#ui/field.ts'

/** Text with its line breaks; an empty line separates stanzas. @param of the language tag of the text */
export function Lines({ children, of, most }: { children: string; of?: string; most?: number }) {
  const lines = children.trim().split(/\r?\n/)
  const visibleLines = most === undefined ? lines : lines.filter((line) => line.trim() !== '').slice(0, most)
  const cut = visibleLines.length < lines.filter((line) => line.trim() !== '').length
  const stanzas = `${visibleLines.join('\n')}${cut && most !== undefined ? ' …' : ''}`.split(/\n\s*\n/)
  return (
    <div className={classes('stack gap-3', of && 'word')} lang={of}>
      {stanzas.map((stanza, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stanza is identified by its position, which never changes
        <p key={at} dir="auto">
          {stanza.split('\n').map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Fragment key={place}>
              {place > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  )
}
