import { useEffect, useRef, useState } from 'react'
import { kinds } from '#content/kinds.ts'
import { phonetic } from '#text/language-tag.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/drawing/icon.tsx'
import { classes } from '#ui/field.ts'
import { Checkbox } from '#ui/form/text-field.tsx'
import { useWakeLock } from '#ui/form/use-wake-lock.ts'
import { Word } from '#ui/list/labels.tsx'
import { Pills } from '#ui/list/pills.tsx'
import { Picture } from '#ui/media/picture.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { text as ofUi } from '#ui/text.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useOutbox } from '#web/outbox/use-outbox.ts'
import { useAddressQuery } from '#web/paged.ts'
import { useUser } from '#web/session/session.ts'
import { WordListName, type WordToRecord } from './schema.ts'
import { promptOf, prompts, useVoice } from './speak.ts'
import { text } from './text.ts'
import { type Session as State, useSession } from './use-session.ts'

export const meta = titled(() => text.title)

/** Lets a member choose a list and record its words one after another. */
export default function RecordWords() {
  const [params] = useAddressQuery()
  const list = WordListName.options.find((one) => one === params.get('list')) ?? 'silent'
  const query = useAnswer([kinds.vocabulary.type, 'record', list], (options) => api.record.words({ list }, options), {
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { items } = useOutbox()
  const [session, setSession] = useState<readonly WordToRecord[]>()
  const [count, setCount] = useState<number>()
  if (session)
    return (
      <Session
        words={session}
        onStop={(total) => {
          setSession(undefined)
          setCount(total || undefined)
          void query.refetch()
        }}
      />
    )
  if (count !== undefined) return <Finished count={count} onAgain={() => setCount(undefined)} />
  // Words in the outbox have already been recorded, unless the server refused the recording.
  const waiting = new Set(items?.filter(({ refusal }) => !refusal).map(({ input }) => input.id))
  return (
    <div className="stack gap-5 mid">
      <div className="stack gap-2">
        <h1>{text.title}</h1>
        <p className="lead">{text.lead}</p>
      </div>
      <Pills
        label={text.choose}
        links={WordListName.options.map((one) => ({
          to: `?list=${one}`,
          label: text.lists[one],
          current: one === list,
        }))}
      />
      <Loaded query={query} loading={{ count: 2, label: text.loading }} failed={text.failed}>
        {(data) => <Start words={data.items.filter(({ id }) => !waiting.has(id))} onStart={setSession} />}
      </Loaded>
    </div>
  )
}

type StartProps = { words: WordToRecord[]; onStart: (words: WordToRecord[]) => void }

function Start({ words, onStart }: StartProps) {
  const user = useUser()
  const hasVoice = useVoice()
  if (words.length === 0)
    return (
      <div className="stack">
        <AllDone title={text.none}>{text.noneHint}</AllDone>
        <p>
          <ButtonLink variant="line" href={kinds.vocabulary.page}>
            {text.toWords}
          </ButtonLink>
        </p>
      </div>
    )
  return (
    <div className="stack">
      <p className="strong">{text.count(words.length)}</p>
      <p>{text.first}</p>
      {user && <p>{text.named(user.name)}</p>}
      {hasVoice && <Checkbox label={text.aloud} defaultChecked={prompts.areWanted()} onChange={prompts.choose} />}
      <Button icon="mic" onClick={() => onStart(words)}>
        {text.start}
      </Button>
      <p className="dim">{text.kept}</p>
    </div>
  )
}

/** Number of words that the list shows: before the current one, and in total. */
const visibleWords = { before: 2, all: 7 }

/** Records the words of a list, one at a time. Calls `onStop` with the number of words that were recorded. */
function Session({ words, onStop }: { words: readonly WordToRecord[]; onStop: (count: number) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const session = useSession(words, (level) => button.current?.style.setProperty('--level', level.toFixed(2)))
  const { word, at, done, phase, trouble, listen, pause, again, skip, back, retry } = session
  useWakeLock(phase !== 'paused')
  // Pressing “Start recording” on the previous page was the request to open the microphone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run only once
  useEffect(() => {
    scrollTo(0, 0)
    listen()
  }, [])
  useEffect(() => {
    if (!word) onStop(done.size)
  }, [word, done, onStop])
  if (!word) return null
  async function stop() {
    const count = await session.stop()
    if (count !== undefined) onStop(count)
  }
  const isOff = phase === 'paused' || phase === 'asking'
  return (
    <div className="record">
      <div className="record-top">
        <Button variant="line" icon="x" sq label={text.stop} onClick={stop} />
        <progress aria-label={text.progress} max={words.length} value={at} />
        <p className="strong num">{text.done(at, words.length)}</p>
      </div>
      <div className="columns">
        <div className="stack">
          <Prompt word={word} onAsk={session.ask} />
          <SessionStatus session={session} />
          <button
            ref={button}
            type="button"
            className={classes('big-rec', phase === 'hearing' && 'on')}
            disabled={phase === 'asking'}
            onClick={isOff ? listen : pause}
          >
            <Icon name={isOff ? 'mic' : phase === 'playing' ? 'play' : phase === 'prompting' ? 'volume' : 'stop'} />
            <span className="sr">{isOff ? text.listen : text.pause}</span>
          </button>
          {trouble && (
            <Note look="ringed" icon="alert" role="alert">
              <p>{text.trouble[trouble]}</p>
            </Note>
          )}
          <div className="trio">
            <Button variant="line" icon="back" disabled={at === 0} onClick={back}>
              {text.back}
            </Button>
            {phase === 'unsaved' ? (
              <Button icon="retry" onClick={retry}>
                {ofUi.retry}
              </Button>
            ) : (
              <Button variant="line" icon="retry" onClick={again}>
                {text.again}
              </Button>
            )}
            <Button variant="line" icon="skip" onClick={skip}>
              {text.skip}
            </Button>
          </div>
          <p className="small dim center">{text.kept}</p>
        </div>
        <aside>
          <Words words={words} session={session} />
        </aside>
      </div>
    </div>
  )
}

/** Shows the meaning in large type, and the picture. The written form is hidden, because people would read it out. */
function Prompt({ word, onAsk }: { word: WordToRecord; onAsk: () => void }) {
  const { id, form, language, confirmed, cover } = word
  const { said, lang } = promptOf(word)
  const hasVoice = useVoice()
  return (
    <section className="talk maize stack center" aria-labelledby="say">
      <h2 id="say" lang={lang}>
        {said}
      </h2>
      {cover && (
        <div className="pic round">
          <Picture file={cover} alt={said} sizes="200px" />
        </div>
      )}
      {hasVoice && (
        <p>
          <Button variant="line" icon="volume" onClick={onAsk}>
            {text.hear}
          </Button>
        </p>
      )}
      <details key={id}>
        <summary className="btn text">{text.spelling}</summary>
        {!confirmed && <span>{text.written} </span>}
        <span className="t2">
          <Word lang={confirmed ? language : phonetic(language)}>{form}</Word>
        </span>
      </details>
    </section>
  )
}

/** ms after which a microphone that hears nothing is more likely covered than its speaker is thinking. */
const coveredMs = 10_000

/** Shows the state of the microphone, which screen readers announce. */
function SessionStatus({ session: { word, phase, flaw } }: { session: State }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    setLong(false)
    if (phase !== 'ready' || !word) return undefined
    const timer = setTimeout(() => setLong(true), coveredMs)
    return () => clearTimeout(timer)
  }, [phase, word])
  const sentences = {
    paused: flaw === 'unheard' ? text.unheard : text.paused,
    asking: text.learning,
    prompting: text.prompting,
    ready: flaw ? text[flaw] : isLong ? text.covered : text.ready,
    hearing: text.hearing,
    playing: text.playing,
    unsaved: text.notStored,
  }
  return (
    <p className="t1 strong center" role="status">
      <span className="sr">{word && promptOf(word).said}: </span>
      {flaw && phase === 'ready' && <Icon name="alert" />} {sentences[phase]}
    </p>
  )
}

function Words({ words, session }: { words: readonly WordToRecord[]; session: State }) {
  const { at, done, unheard, open } = session
  const first = Math.max(0, at - visibleWords.before)
  const near = words.slice(first, first + visibleWords.all)
  const more = words.length - first - near.length
  return (
    <section className="card" aria-labelledby="words">
      <div className="in stack gap-2">
        <h2 id="words" className="t1">
          {text.words}
        </h2>
        <ul className="list todo">
          {near.map((one, index) => {
            const { said, lang } = promptOf(one)
            const isNow = first + index === at
            const isDone = done.has(one.id)
            const isUnheard = unheard.has(one.id) && !isDone
            const rest = isNow ? 'now' : isDone ? 'done' : first + index < at ? 'skipped' : undefined
            const state = isUnheard ? 'unheard' : rest
            return (
              <li key={one.id}>
                <span className={classes('tick', isDone && 'ok', isNow && 'now')}>
                  {isDone ? <Icon name="check" /> : isNow && <Icon name="mic" />}
                </span>
                <span className={classes('grow break', isNow && 'strong')} lang={lang}>
                  {said}
                </span>
                {state && <span className="small dim">{text.states[state]}</span>}
                {isUnheard && !isNow && (
                  <Button variant="text" onClick={() => open(first + index)}>
                    {text.again}
                    <span className="sr">: {said}</span>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
        {more > 0 && <p className="small dim">{text.more(more)}</p>}
      </div>
    </section>
  )
}

/** Shows the number of recorded words, after the last word or when the member stops. */
function Finished({ count, onAgain }: { count: number; onAgain: () => void }) {
  return (
    <section className="talk ochre stack" aria-labelledby="finished">
      <h1 id="finished" className="t3">
        {text.finished(count)}
      </h1>
      <p className="lead">{text.thanks(count)}</p>
      <p className="row">
        <Button icon="mic" onClick={onAgain}>
          {text.another}
        </Button>
        <ButtonLink variant="line" href={kinds.vocabulary.page}>
          {text.toWords}
        </ButtonLink>
      </p>
    </section>
  )
}
