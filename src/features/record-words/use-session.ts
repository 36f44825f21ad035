import { useEffect, useRef, useState } from 'react'
import { voiceField } from '#content/vocabulary/voice/sound.ts'
import { language } from '#text/language.ts'
import { findFault } from '#ui/voice/fault.ts'
import { type MicrophoneTrouble, NoMicrophone } from '#ui/voice/microphone.ts'
import { holdFile, newFileId } from '#web/outbox/held-files.ts'
import { NotStored } from '#web/outbox/items.ts'
import { sendOrStore } from '#web/outbox/send-or-store.ts'
import { notify } from '#web/toasts.ts'
import { type Listening, listenForWords, type Take } from './listen.ts'
import type { WordToRecord } from './schema.ts'
import { prompts, speak, speakPrompt } from './speak.ts'
import { text } from './text.ts'

/** `paused`: the microphone is off. `ready`: it waits for a word. `unsaved`: the device couldn't store the take. */
export type Phase = 'paused' | 'asking' | 'prompting' | 'ready' | 'hearing' | 'playing' | 'unsaved'

type Flaw = Take['flaw'] | 'unheard'

export type Session = {
  /** The word to say; undefined after the last one. */
  word: WordToRecord | undefined
  at: number
  done: ReadonlySet<string>
  phase: Phase
  /** The words in whose latest recording nothing could be heard. */
  unheard: ReadonlySet<string>
  /** The reason why the current word has to be said again. */
  flaw: Flaw
  trouble: MicrophoneTrouble | undefined
  listen: () => void
  pause: () => void
  again: () => void
  skip: () => void
  back: () => void
  /** Returns to the word at this position. */
  open: (at: number) => void
  /** Tries to store the take again. */
  retry: () => void
  ask: () => void
  /**
   * Releases the microphone and stores the take that isn't stored yet, if there is one. Returns the number of recorded
   * words, or undefined if the take couldn't be stored or nothing can be heard in it.
   */
  stop: () => Promise<number | undefined>
}

/** The open microphone, the question or sound being played, and the take that isn't stored yet, with its word. */
type Open = {
  listening?: Listening
  question?: AbortController
  player?: HTMLAudioElement
  pending?: { file: File; word: WordToRecord; isHeard: Promise<boolean> }
  closed?: boolean
}

/** Releases the microphone, stops playback, and drops a take that isn't stored yet. */
function release(open: Open): void {
  quiet(open)
  open.listening?.stop()
  delete open.listening
}

function quiet(open: Open): void {
  open.player?.pause()
  delete open.player
  delete open.pending
  open.question?.abort()
}

/**
 * Records one word after another: a take is played back, stored on the device and sent, and the next word follows.
 * @param onLevel called with the loudness, from 0 to 1, about 50 times a second
 */
export function useSession(words: readonly WordToRecord[], onLevel: (level: number) => void): Session {
  const [at, setAt] = useState(0)
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [unheard, setUnheard] = useState<ReadonlySet<string>>(new Set())
  const [phase, setPhase] = useState<Phase>('paused')
  const [flaw, setFlaw] = useState<Flaw>(null)
  const [trouble, setTrouble] = useState<MicrophoneTrouble>()
  const open = useRef<Open>({})
  const word = words[at]
  // The microphone calls these functions long after the render that passed them to it.
  const latest = useRef({ word, at, done, flaw, onLevel, takeIn })
  latest.current = { word, at, done, flaw, onLevel, takeIn }

  useEffect(() => {
    const { current } = open
    return () => {
      current.closed = true
      release(current)
    }
  }, [])

  async function listen() {
    setPhase('asking')
    setTrouble(undefined)
    try {
      open.current.listening = await listenForWords({
        onBegin: () => setPhase('hearing'),
        onTake: (take) => latest.current.takeIn(take),
        onLevel: (level) => latest.current.onLevel(level),
        onLost: () => {
          delete open.current.listening
          setPhase('paused')
          notify.error(text.lost)
        },
      })
      // The member may have left the page while the browser asked for permission.
      if (open.current.closed) return release(open.current)
      begin(latest.current.word)
    } catch (error) {
      if (!(error instanceof NoMicrophone)) throw error
      setTrouble(error.trouble)
      setPhase('paused')
    }
  }

  /** Plays a take back and then stores it. The first flawed take of a word is only played, so that it is said again. */
  async function takeIn(take: Take) {
    open.current.listening?.ignore(true)
    setPhase('playing')
    const { word, flaw } = latest.current
    if (!word) return
    const played = play(take.file)
    // A take that the device can't decode has to be played at least.
    const isHeard = findFault(take.file).then((fault) => (fault === undefined ? played : fault === null))
    const pending = { file: take.file, word, isHeard }
    open.current.pending = pending
    const isFlawed = take.flaw !== null && flaw === null
    await played
    if (open.current.pending !== pending) return
    if (!isFlawed) return void store()
    delete open.current.pending
    setFlaw(take.flaw)
    resumeListening()
  }

  /** Plays a take until its end or a pause. Returns false if the device can't play it. */
  function play(file: File): Promise<boolean> {
    const address = URL.createObjectURL(file)
    const audio = new Audio(address)
    open.current.player = audio
    return new Promise<boolean>((resolve) => {
      const end = () => resolve(audio.error === null)
      for (const event of ['ended', 'pause', 'error']) audio.addEventListener(event, end, { once: true })
      void audio.play().catch(end)
    }).finally(() => URL.revokeObjectURL(address))
  }

  /**
   * Stores the pending take, if any. Returns the recorded words, or undefined if the device couldn't store it, or if
   * nothing can be heard in it and its word has to be said again.
   */
  async function store(): Promise<ReadonlySet<string> | undefined> {
    const { pending } = open.current
    const { done } = latest.current
    if (!pending) return done
    const { file, word, isHeard } = pending
    // Nothing else may store or drop it in the meantime.
    delete open.current.pending
    if (!(await isHeard)) {
      setUnheard((before) => new Set(before).add(word.id))
      if (latest.current.word !== word) return undefined
      setFlaw('unheard')
      resumeListening()
      return undefined
    }
    try {
      const about = { title: word.form, quiet: true }
      const fileUrl = holdFile({ id: newFileId(), file, form: voiceField(word.id) })
      await sendOrStore('vocabulary.addPronunciation', { id: word.id, fileUrl }, about)
    } catch (error) {
      notify.error(error instanceof NotStored ? error.message : text.notStored)
      open.current.pending = pending
      setPhase('unsaved')
      return undefined
    }
    const recordedWords = new Set(done).add(word.id)
    setDone(recordedWords)
    if (latest.current.word === word) goTo((before) => before + 1)
    return recordedWords
  }

  function goTo(next: (before: number) => number) {
    quiet(open.current)
    setFlaw(null)
    const position = next(latest.current.at)
    setAt(position)
    begin(words[position])
  }

  function begin(next: WordToRecord | undefined) {
    if (next && open.current.listening && prompts.areWanted() && prompts.arePossible()) void ask(next)
    else resumeListening()
  }

  /** Asks for a word aloud. The microphone is ignored until the question is over, so that it is never taken for a word. */
  async function ask(word: WordToRecord) {
    open.current.question?.abort()
    const question = new AbortController()
    open.current.question = question
    if (!open.current.pending) setPhase('prompting')
    await open.current.listening?.learned
    if (question.signal.aborted) return
    open.current.listening?.ignore(true)
    await speak(text.question, language(), question.signal)
    await speakPrompt(word, question.signal)
    if (!question.signal.aborted && !open.current.pending) resumeListening()
  }

  function resumeListening() {
    open.current.question?.abort()
    open.current.listening?.ignore(false)
    setPhase(open.current.listening ? 'ready' : 'paused')
  }

  return {
    ...{ word, at, done, unheard, phase, flaw, trouble },
    listen: () => void listen(),
    pause() {
      open.current.listening?.stop()
      delete open.current.listening
      // A take that is being played is stored when its playback ends; one that couldn't be stored waits for Retry.
      open.current.question?.abort()
      if (open.current.pending) open.current.player?.pause()
      else setPhase('paused')
    },
    again() {
      quiet(open.current)
      setFlaw(null)
      resumeListening()
    },
    skip: () => goTo((before) => before + 1),
    back: () => goTo((before) => Math.max(0, before - 1)),
    open: (position) => goTo(() => position),
    retry: () => void store(),
    ask: () => void (word && ask(word)),
    async stop() {
      open.current.listening?.stop()
      delete open.current.listening
      return (await store())?.size
    },
  }
}
