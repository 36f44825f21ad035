import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { download } from '#web/download.ts'
import { usePaged } from '#web/paged.ts'
import { notify } from '#web/toasts.ts'
import { text as ofEvents } from '../text.ts'
import { text } from './text.ts'

/** Lists the people who registered, for the organizer and admins, with a button to download the list. */
export function RegistrationList({ eventId }: { eventId: string }) {
  const words = text.people
  const query = { id: eventId, limit: 50 }
  const { list, items: people } = usePaged(['event', eventId, 'registrations'], api.event.registrations, query)
  const save = useMutation({
    mutationFn: () => download(`/events/${eventId}/registrations?format=csv`, 'registrations.csv'),
    onError: (error) => notify.error(error.message),
  })
  return (
    <section className="stack" aria-labelledby="people">
      <div className="row split">
        <h2 id="people" className="t1">
          {words.title}
        </h2>
        {people.length > 0 && (
          <Button variant="line" busy={save.isPending} onClick={() => save.mutate()}>
            {words.download}
          </Button>
        )}
      </div>
      <PagedList
        list={list}
        loading={{ count: 2, label: words.loading }}
        failed={words.failed}
        none={<p className="dim">{words.none}</p>}
      >
        {people.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          <section className="scroll-x" tabIndex={0} aria-label={words.title}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.name}</th>
                  <th scope="col">{words.email}</th>
                  <th scope="col">{words.phone}</th>
                  <th scope="col">{words.state}</th>
                </tr>
              </thead>
              <tbody>
                {people.map(({ id, fullName, email, phone, state }) => (
                  <tr key={id}>
                    <td>
                      <p>{fullName}</p>
                      <RemoveButton id={id} name={fullName} hasPlace={state === 'registered'} />
                    </td>
                    <td>{email}</td>
                    <td>{phone}</td>
                    <td>{words.states[state]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </PagedList>
    </section>
  )
}

function RemoveButton({ id, name, hasPlace }: { id: string; name: string; hasPlace: boolean }) {
  const words = text.people
  const queryClient = useQueryClient()
  async function remove() {
    await api.event.removeRegistration({ id })
    notify.success(words.removed)
    void queryClient.invalidateQueries({ queryKey: ['event'] })
  }
  return (
    <ConfirmButton
      label={text.giveBack}
      of={text.giveBackFor(name)}
      title={words.removeTitle(name)}
      cancel={ofEvents.keepRegistration}
      act={remove}
    >
      {hasPlace ? words.removeBodyOfPlace : words.removeBody}
    </ConfirmButton>
  )
}
