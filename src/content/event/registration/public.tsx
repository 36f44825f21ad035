import { Button } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { Event } from '../schema.ts'
import { text } from '../text.ts'
import { RegistrationRows } from './own.tsx'

/**
 * Shows the member's registrations on the public page, which has no React. The reading script
 * (`src/reading/registration.ts`) cancels them and updates the page.
 */
export function OwnRegistrationsRead({ event }: { event: Event }) {
  const words = text.registration
  if (event.registrations.length === 0) return null
  return (
    <Section id="registration" title={words.yours} className="stack gap-3">
      <RegistrationRows
        event={event}
        action={({ email, fullName }) => (
          <details>
            <summary className="btn line">
              {words.giveBack}
              <span className="sr"> {words.giveBackFor(fullName)}</span>
            </summary>
            <div className="stack gap-2">
              <p className="strong">{words.giveBackTitle}</p>
              <p>{words.giveBackBody}</p>
              <p className="row">
                <Button data-cancel-registration={event.id} data-email={email} data-failed={words.notGivenBack}>
                  {words.giveBackYes}
                </Button>
                <Button variant="text" data-close-details>
                  {text.keepRegistration}
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
