import { ProsePage } from '#ui/layout/title-band.tsx'
import { headed } from '#web/head.ts'
import { text } from './text.ts'

const words = text.privacy

export const meta = headed(() => ({ title: words.title, description: words.lead }))

export default function Privacy() {
  return (
    <ProsePage field="dusk" title={words.title} lead={words.lead}>
      {words.parts.map(([title, paragraph]) => (
        <section key={title} className="stack gap-2">
          <h2 className="t2">{title}</h2>
          <p>{paragraph}</p>
        </section>
      ))}
    </ProsePage>
  )
}
