import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState, useSyncExternalStore } from 'react'
import type { PostKind } from '#content/entry/address.ts'
import { kindPlural } from '#content/entry/kind-names.ts'
import { kinds } from '#content/kinds.ts'
import type { Word } from '#content/vocabulary/schema.ts'
import { Button, ButtonLink, type ButtonLinkProps } from '#ui/button.tsx'
import { Icon } from '#ui/drawing/icon.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Avatar } from '#ui/list/byline.tsx'
import { useLazy } from '#ui/state/lazy.ts'
import { NewPosts } from '#ui/state/new-posts.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer, useSettled } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useNewPosts } from '#web/new-posts.ts'
import { useHasRole, useUser } from '#web/session/session.ts'
import { local, subscribe, tell } from '#web/storage.ts'
import { Beside, WordOfTheDay } from './sidebar.tsx'
import { text } from './text.ts'
import { Timeline } from './timeline.tsx'

type FeedProps = {
  /** The dialog that posts are written in; `opened` is null while it is closed. */
  Composer: ComponentType<{
    opened: PostKind | null
    onClose: () => void
    onSubmitted: (kind: PostKind) => void
  }>
  /** Loads the part that admins see above the feed on a new site. It calls `onKnown` once it has its data. */
  firstSteps: () => Promise<ComponentType<{ onKnown: (left: boolean) => void }>>
}

/** Shows the feed: what the community has shared, newest first, beside the word of the day and upcoming events. */
export function Feed({ Composer, firstSteps }: FeedProps) {
  const [composing, setComposing] = useState<PostKind | null>(null)
  const queryClient = useQueryClient()
  const isAdmin = useHasRole('admin')
  // This part is loaded for admins only. If it can't be loaded, the feed is shown without it.
  const { part: FirstSteps, failed } = useLazy(firstSteps, isAdmin)
  /** Whether the site has first steps left; undefined while this is unknown. */
  const [stepsLeft, setStepsLeft] = useState<boolean>()
  const wordOfTheDay = useAnswer([kinds.vocabulary.type, 'of-the-day'], (options) =>
    api.vocabulary.ofTheDay({}, options),
  )
  const word = wordOfTheDay.data?.word ?? undefined
  const newcomer = useWelcome()
  const welcome = stepsLeft ? null : newcomer
  const isSettled = useSettled()
  // The feed is hidden until it is clear what the welcome and the first steps show, so that nothing moves.
  const isReady =
    welcome !== undefined && !isLoading(wordOfTheDay) && (!isAdmin || stepsLeft !== undefined || failed !== null)
  return (
    <div className="grid cols">
      <div className="stack gap-5">
        <h1 className="sr">{text.title}</h1>
        {!isReady && <Skeleton shape="posts" count={3} label={text.loading} />}
        <div className="stack gap-5" hidden={!isReady}>
          <News />
          {isAdmin && FirstSteps && <FirstSteps onKnown={setStepsLeft} />}
          {welcome && <Welcome {...welcome} word={word} />}
          <Prompt onCompose={setComposing} />
          <Timeline />
        </div>
      </div>
      <aside className="stack gap-6" aria-label={text.beside} hidden={!isReady || !isSettled}>
        {word && !welcome && <WordOfTheDay word={word} />}
        <Beside />
      </aside>
      <Composer
        opened={composing}
        onClose={() => setComposing(null)}
        onSubmitted={() => void queryClient.invalidateQueries({ queryKey: timelineKey })}
      />
    </div>
  )
}

/** All query keys of the timeline begin with this one, whatever it shows. */
const timelineKey = ['feed', 'list']

function Prompt({ onCompose }: { onCompose: (kind: PostKind) => void }) {
  const user = useUser()
  const { article, media, event, vocabulary } = kinds
  return (
    <div className="compose">
      <button type="button" className="prompt" onClick={() => onCompose(article.type)}>
        {user && <Avatar name={user.name} photo={user.avatar} />}
        {text.prompt}
      </button>
      <div className="shorts">
        <Button variant="line" icon="video" onClick={() => onCompose(media.type)}>
          {text.video}
        </Button>
        <Button variant="line" icon="photo" onClick={() => onCompose(media.type)}>
          {text.photo}
        </Button>
        <Button variant="line" icon="page" onClick={() => onCompose(article.type)}>
          {text.writeArticle}
        </Button>
        <Button variant="line" icon="calendar" onClick={() => onCompose(event.type)}>
          {text.addEvent}
        </Button>
        <Button variant="line" icon="word" onClick={() => onCompose(vocabulary.type)}>
          {text.addLinguistics}
        </Button>
      </div>
    </div>
  )
}

const { article, media, event, vocabulary, poem } = kinds
const announced = [article.type, media.type, event.type, vocabulary.type, poem.type] as const

/** Shows a button when others have posted. The feed doesn't change until the button is pressed. */
function News() {
  const { fresh, clear } = useNewPosts(announced)
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const names = announced.filter((type) => fresh.includes(type)).map((type) => kindPlural(type).toLowerCase())
  async function show() {
    setBusy(true)
    await queryClient.invalidateQueries({ queryKey: timelineKey })
    setBusy(false)
    clear()
    scrollTo({ top: 0 })
  }
  return <NewPosts label={names.length ? text.newPosts(names.join(', ')) : null} busy={busy} onShow={show} />
}

const words = text.welcome
type Steps = Awaited<ReturnType<typeof api.feed.welcome>>

/**
 * Returns a newcomer's first steps and a function that hides them on this device; null once they are done or hidden, or
 * if they can't be loaded; undefined while this is still unknown.
 */
function useWelcome(): { steps: Steps; hide: () => void } | null | undefined {
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
function isLoading({ isPending, fetchStatus, failureCount }: ReturnType<typeof useAnswer>): boolean {
  return isPending && fetchStatus === 'fetching' && failureCount === 0
}

type WelcomeProps = NonNullable<ReturnType<typeof useWelcome>> & { word: Word | undefined }

/** Shows three first steps for a newcomer, each with a tick once it is done. */
function Welcome({ steps: { emailConfirmed, photo, spoken }, hide, word }: WelcomeProps) {
  const user = useUser()
  const { form } = kinds.vocabulary
  return (
    <Section id="welcome" title={user ? words.title(user.name) : words.titleOfAnyone} className="talk maize stack">
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
    </Section>
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
