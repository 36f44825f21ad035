import { useLocation } from 'react-router'
import { RichText } from '#features/frame/rich-text.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ProsePage } from '#ui/layout/title-band.tsx'
import { Note } from '#ui/state/note.tsx'
import { headed } from '#web/head.ts'
import { siteTexts, useSite } from '#web/site.ts'
import type { Route } from './+types/contact.page.ts'
import { MessageFields } from './fields.tsx'
import { text } from './text.ts'

export const meta = headed(() => ({ title: text.title, description: text.lead }))

/** Loads the text that an admin wrote for this page, as sanitized HTML. */
export function loader({ context }: Route.LoaderArgs) {
  return { contact: siteTexts(context).contact }
}

export default function Contact({ loaderData: { contact } }: Route.ComponentProps) {
  const address = useSite()?.contactEmail
  return (
    <ProsePage field="ochre" title={text.title} lead={text.lead}>
      {contact && <RichText html={contact} />}
      {address && (
        <p>
          <ButtonLink variant="line" href={`mailto:${address}`}>
            {text.write}
          </ButtonLink>{' '}
          <span className="strong break">{address}</span>
        </p>
      )}
      <MessageForm />
      <h2>{text.reportTitle}</h2>
      <p>{text.report}</p>
    </ProsePage>
  )
}

/** Shows a plain form, which works without JavaScript, or a confirmation after the message was sent. */
function MessageForm() {
  const { search } = useLocation()
  const isMailed = useSite()?.contactEmail !== undefined
  if (new URLSearchParams(search).has('sent'))
    return (
      <Note look="ringed" icon="check" action={<ButtonLink href="/contact">{text.another}</ButtonLink>}>
        <p className="strong">{text.sent}</p>
        <p>{text.sentAnswer}</p>
      </Note>
    )
  return (
    <section className="stack" aria-labelledby="message">
      <h2 id="message">{text.formTitle}</h2>
      <p>{isMailed ? text.noteMailed : text.note}</p>
      <form className="stack" method="post" action="/contact/send">
        <MessageFields field={() => ({})} />
        <Button type="submit">{text.send}</Button>
      </form>
    </section>
  )
}
