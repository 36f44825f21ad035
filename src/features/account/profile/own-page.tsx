import type { ComponentProps } from 'react'
import { personPage } from '#content/entry/address.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/text-field.tsx'
import { text } from '../text.ts'

type Props = Omit<ComponentProps<typeof Checkbox>, 'label' | 'id'> & {
  id: string
  /** Whether the saved profile has the page turned on. */
  shown: boolean
}

/** The profile form's switch for the member's page, with a link to the page while it is on. */
export function OwnPage({ id, shown, ...input }: Props) {
  const words = text.profile.page
  return (
    <fieldset className="stack gap-3">
      <legend className="sr">{words.title}</legend>
      <div className="stack gap-1">
        <h2 className="t2">{words.title}</h2>
        <p className="small dim">{words.hint}</p>
      </div>
      <Checkbox label={words.show} {...input} />
      {shown && (
        <p>
          <ButtonLink variant="line" href={personPage({ id })}>
            {words.view}
          </ButtonLink>
        </p>
      )}
    </fieldset>
  )
}
