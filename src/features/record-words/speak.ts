import { type ChangeEvent, useSyncExternalStore } from 'react'
import { language } from '#text/language.ts'
import { local } from '#web/storage.ts'
import type { WordToRecord } from './schema.ts'

/** Milliseconds in which a voice begins. A browser that speaks only after a press never begins, and doesn't say so. */
const beginsMs = 4_000
const longestMs = 10_000
const name = 'prompts'
let isRefused = false

/** Returns the device's voice for a language, if possible one that needs no network. */
function voiceFor(wanted: string): SpeechSynthesisVoice | undefined {
  const voices = globalThis.speechSynthesis?.getVoices().filter(({ lang }) => lang.startsWith(wanted)) ?? []
  return voices.find(({ localService }) => localService) ?? voices[0]
}

function watchVoices(listener: () => void): () => void {
  globalThis.speechSynthesis?.addEventListener?.('voiceschanged', listener)
  return () => globalThis.speechSynthesis?.removeEventListener?.('voiceschanged', listener)
}

const hasVoice = () => voiceFor('en') !== undefined

/** Returns whether the device can read English words aloud. Browsers load their voices a moment after the page. */
export const useVoice = (): boolean => useSyncExternalStore(watchVoices, hasVoice, () => false)

type Glosses = Pick<WordToRecord, 'english' | 'swahili'>

/** Returns the gloss that a page in this language asks for. */
export function promptOf({ english, swahili }: Glosses) {
  return language() === 'sw' && swahili ? { said: swahili, lang: 'sw' } : { said: english, lang: 'en' }
}

/** Reads the gloss aloud that the page asks for, or the English one if the device has no voice for it. */
export function speakPrompt(word: Glosses, signal: AbortSignal): Promise<void> {
  const { said, lang } = promptOf(word)
  return voiceFor(lang) ? speak(said, lang, signal) : speak(word.english, 'en', signal)
}

/** Holds the member's choice, on this device, and whether the device can ask for each word aloud. */
export const prompts = {
  areWanted: () => local.read(name) !== 'no',
  arePossible: () => hasVoice() && !isRefused,
  choose: ({ target }: ChangeEvent<HTMLInputElement>) => void local.write(name, target.checked ? null : 'no'),
}

/**
 * Reads a text aloud. Resolves when the voice is silent again, at the latest when it is aborted; at once if the device
 * has no voice for the language.
 */
export async function speak(text: string, lang: string, signal: AbortSignal): Promise<void> {
  const voice = voiceFor(lang)
  if (!voice || signal.aborted) return
  const utterance = Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang })
  let timer: ReturnType<typeof setTimeout> | undefined
  await new Promise<void>((resolve) => {
    const stop = () => {
      globalThis.speechSynthesis.cancel()
      resolve()
    }
    timer = setTimeout(() => {
      isRefused = true
      stop()
    }, beginsMs)
    utterance.addEventListener('start', () => {
      isRefused = false
      clearTimeout(timer)
      timer = setTimeout(stop, longestMs)
    })
    for (const event of ['end', 'error']) utterance.addEventListener(event, () => resolve())
    signal.addEventListener('abort', stop)
    globalThis.speechSynthesis.speak(utterance)
  })
  clearTimeout(timer)
}
