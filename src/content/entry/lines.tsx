import { Fragment } from 'react'
import { classes } from '#ui/field.ts'

/** A text whose line breaks are its own: an empty line parts stanzas. @param of the language it is in */
export function Lines({ children, of, most }: { children: string; of?: 'enb'; most?: number }) {
  const lines = children.trim().split(/\r?\n/)
  const shown = most === undefined ? lines : lines.filter((line) => line.trim() !== '').slice(0, most)
  const cut = shown.length < lines.filter((line) => line.trim() !== '').length
  const stanzas = `${shown.join('\n')}${cut && most !== undefined ? ' …' : ''}`.split(/\n\s*\n/)
  return (
    <div className={classes('stack gap-3', of && 'word')} lang={of}>
      {stanzas.map((stanza, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stanza has no name but its place, and never moves
        <p key={at}>
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
