import { Button } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { Event } from '../schema.ts'
import { text as ofEvents } from '../text.ts'
import { RegistrationRows } from './own.tsx'
import { text } from './text.ts'

/**
 * Shows the member's registrations on the public page, which has no React. The reading script
 * (`src/reading/registration.ts`) cancels them and updates the page.
 */
export function OwnRegistrationsRead({ event }: { event: Event }) {
  if (event.registrations.length === 0) return null
  return (
    <Section id="registration" title={text.yours} className="stack gap-3">
      <RegistrationRows
        event={event}
        action={({ email, fullName }) => (
          <details>
            <summary className="btn line">
              {text.giveBack}
              <span className="sr"> {text.giveBackFor(fullName)}</span>
            </summary>
            <div className="stack gap-2">
              <p className="strong">{text.giveBackTitle}</p>
              <p>{text.giveBackBody}</p>
              <p className="row">
                <Button data-cancel-registration={event.id} data-email={email} data-failed={text.notGivenBack}>
                  {text.giveBackYes}
                </Button>
                <Button variant="text" data-close-details>
                  {ofEvents.keepRegistration}
                </Button>
              </p>
              <p role="alert" data-said />
            </div>
          </details>
        )}
      />
    </Section>
  )
}
