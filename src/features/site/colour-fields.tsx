import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Accent, accents, defaults, weaknesses } from './colours.ts'
import { Samples } from './samples.tsx'
import { text } from './text.ts'
import type { Form } from './text-fields.tsx'

/** Shows fields for the accent colours, and warns about colours that are hard to read, which the server refuses. */
export function ColourFields({ form }: { form: Form }) {
  const chosenColours = Object.fromEntries(accents.map((one) => [one, form.watch(one) || null]))
  return (
    <Section id="colours" title={text.colours}>
      <div className="stack">
        <p className="dim">{text.coloursHint}</p>
        {accents.map((accent) => (
          <ColourField key={accent} form={form} accent={accent} />
        ))}
        <Samples colours={chosenColours} />
      </div>
    </Section>
  )
}

function ColourField({ form, accent }: { form: Form; accent: Accent }) {
  const value = form.watch(accent)
  const [weakness] = weaknesses({ [accent]: value || null })
  const error = weakness ? text.weak(weakness) : form.errorOf(accent)
  const set = (colour: string) => form.setValue(accent, colour, { shouldDirty: true })
  return (
    <TextField
      type="color"
      label={text.accents[accent]}
      value={value || defaults[accent]}
      onChange={({ target }) => set(target.value)}
      error={error}
      aside={
        value ? (
          <Button variant="text" onClick={() => set('')}>
            {text.defaultColour}
            <span className="sr">{text.of(text.accents[accent])}</span>
          </Button>
        ) : undefined
      }
    />
  )
}
