import { useSyncExternalStore } from 'react'
import { kinds } from '#content/kinds.ts'
import type { Word } from '#content/vocabulary/schema.ts'
import { Button, ButtonLink, type ButtonLinkProps } from '#ui/button.tsx'
import { Icon } from '#ui/drawing/icon.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { local, subscribe, tell } from '#web/storage.ts'
import { text } from './text.ts'

const words = text.welcome
type Steps = Awaited<ReturnType<typeof api.feed.welcome>>

/**
 * Returns a newcomer's first steps and a function that hides them on this device; null once they are done or hidden, or
 * if they can't be loaded; undefined while this is still unknown.
 */
export function useWelcome(): { steps: Steps; hide: () => void } | null | undefined {
  const name = `welcome-hidden ${useUser()?.id}`
  const isHidden = useSyncExternalStore(
    subscribe,
    () => local.read(name) !== null,
    () => undefined,
  )
  const welcome = useAnswer(['feed', 'welcome'], (options) => api.feed.welcome({}, options), {
    enabled: isHidden === false,
  })
  const { data: steps } = welcome
  if (isHidden === undefined || (!isHidden && isLoading(welcome))) return undefined
  if (isHidden || !steps || (steps.emailConfirmed && steps.photo && steps.spoken)) return null
  function hide() {
    local.write(name, 'yes')
    tell()
  }
  return { steps, hide }
}

/** Returns whether the first request is under way. Retries don't count, so that nothing else waits for them. */
export function isLoading({ isPending, fetchStatus, failureCount }: ReturnType<typeof useAnswer>): boolean {
  return isPending && fetchStatus === 'fetching' && failureCount === 0
}

type WelcomeProps = NonNullable<ReturnType<typeof useWelcome>> & { word: Word | undefined }

/** Shows three first steps for a newcomer, each with a tick once it is done. */
export function Welcome({ steps: { emailConfirmed, photo, spoken }, hide, word }: WelcomeProps) {
  const user = useUser()
  const { form } = kinds.vocabulary
  return (
    <section className="talk maize stack" aria-labelledby="welcome">
      <h2 className="t2" id="welcome">
        {user ? words.title(user.name) : words.titleOfAnyone}
      </h2>
      <ol className="stack gap-2 first-steps">
        <Step done={emailConfirmed} label={words.email} action={{ to: '/profile', children: words.emailAct }} />
        <Step done={photo} label={words.photo} action={{ to: '/profile', children: words.photoAct }} />
        <Step
          done={spoken}
          label={word ? words.wordOf(word.english) : words.word}
          action={{ to: word ? `${form}/${word.id}` : form, icon: 'mic', children: words.wordAct }}
        />
      </ol>
      <Button variant="text" onClick={hide}>
        {words.hide}
      </Button>
    </section>
  )
}

type StepProps = {
  done: boolean
  label: string
  action: { to: string; children: string; icon?: ButtonLinkProps['icon'] }
}

function Step({ done, label, action: { icon, ...action } }: StepProps) {
  return (
    <li className="row">
      <Icon name={done ? 'check' : 'ring'} />
      <span className="grow">
        {label}
        {done && <span className="sr">: {words.done}</span>}
      </span>
      {!done && <ButtonLink variant="line" {...action} {...(icon && { icon })} />}
    </li>
  )
}
