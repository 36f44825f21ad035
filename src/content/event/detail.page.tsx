import { ButtonLink } from '#ui/button.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import type { Route } from './+types/detail.page.ts'
import { EventDetails } from './details.tsx'
import { text } from './text.ts'
import { statusOf } from './when.ts'

/** A public event, readable by anyone it is meant for, without script. */
export function loader({ context, params }: Route.LoaderArgs) {
  return context.get(apiContext).event.get({ id: params.id })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const siteName = matches[0].loaderData?.siteName
  return [
    { title: loaderData ? `${loaderData.title} | ${siteName}` : siteName },
    { name: 'description', content: loaderData?.description.slice(0, 200) ?? '' },
  ]
}

export default function EventPage({ loaderData: event }: Route.ComponentProps) {
  const page = `/dashboard/events/${event.id}`
  const open = event.cancelledAt === null && statusOf(event) !== 'past'
  return (
    <>
      <TitleBand field="acacia" title={event.title} lead={text.categories[event.category]} />
      <div className="sec">
        <article className="wrap stack gap-6">
          <EventDetails event={event} />
          <p className="row">
            {open && (
              <>
                <ButtonLink href={page} data-session="member">
                  {text.register}
                </ButtonLink>
                <ButtonLink href={`/login?redirect=${encodeURIComponent(page)}`} data-session="guest">
                  {text.logInToRegister}
                </ButtonLink>
              </>
            )}
            <ButtonLink variant="line" icon="event" href={`/events/${event.id}.ics`}>
              {text.calendar}
            </ButtonLink>
          </p>
        </article>
      </div>
    </>
  )
}
