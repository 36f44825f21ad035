import { type Colours, defaults, textOn } from './colours.ts'
import { text } from './text.ts'

/** Shows sample buttons and links in both light and dark mode, whichever of them this device uses. */
export function Samples({ colours }: { colours: Partial<Colours> }) {
  const modes = [
    { name: text.light, ground: '#fffbf2', ink: '#1b1936', mode: 'Light' },
    { name: text.dark, ground: '#121026', ink: '#fbf4e4', mode: 'Dark' },
  ] as const
  return (
    <div className="row" aria-hidden="true">
      {modes.map(({ name, ground, ink, mode }) => (
        <div key={mode} className="block row grow" style={{ background: ground, color: ink }}>
          <span>{name}</span>
          <span
            className="btn"
            style={{
              ...paint(colours[`buttons${mode}`] ?? defaults[`buttons${mode}`]),
              color: textOn[`buttons${mode}`],
            }}
          >
            {text.sampleButton}
          </span>
          <u style={{ color: colours[`links${mode}`] ?? defaults[`links${mode}`] }}>{text.sampleLink}</u>
        </div>
      ))}
    </div>
  )
}

function paint(colour: string) {
  return { background: colour, borderColor: colour }
}
