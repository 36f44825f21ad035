import { useCallback, useEffect, useState } from 'react'
import { api } from './api.ts'
import { readToken } from './session.ts'

// What others have posted, as it happens. One tab holds the stream for all of the browser; what it hears it passes on.
// An hour of silence costs 80 heartbeats of 3 bytes: about 10 KB on the wire, TLS and TCP included.

const pollMs = 60_000
/** Who looks away for longer pays for nothing until they are back. */
const hiddenMs = 120_000
const longestPauseMs = 60_000
/** A stream that ended sooner counts as one that failed. */
const steadyMs = 10_000
/** How long to wait for the first byte, and then between two: a heartbeat comes each 45 s. */
const firstByteMs = 20_000
const silentMs = 100_000

type Told = { types: string[]; at: string }

const listeners = new Set<(types: string[]) => void>()
let since: string | undefined
let stop: (() => void) | undefined

/** Which of these types have something new since the page was opened or `clear` was called. */
export function useNews(types: readonly string[]): { fresh: string[]; clear: () => void } {
  const [fresh, setFresh] = useState<string[]>([])
  const wanted = types.join(' ')
  useEffect(
    () =>
      listenForNews((told) => {
        const mine = told.filter((type) => wanted.split(' ').includes(type))
        if (mine.length > 0) setFresh((now) => [...new Set([...now, ...mine])])
      }),
    [wanted],
  )
  return { fresh, clear: useCallback(() => setFresh([]), []) }
}

function listenForNews(listener: (types: string[]) => void): () => void {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/** Takes part while the tab is looked at, and a little longer. */
function start(): () => void {
  const channel = new BroadcastChannel('news')
  let turn: AbortController | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data)

  function look() {
    clearTimeout(leaving)
    if (document.visibilityState === 'hidden') {
      leaving = setTimeout(() => {
        turn?.abort()
        turn = undefined
      }, hiddenMs)
    } else if (!turn) {
      turn = new AbortController()
      void inOneTab(turn.signal, (signal) => attend(channel, signal))
    }
  }

  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(leaving)
    turn?.abort()
    channel.close()
  }
}

/** Browsers keep locks for secure origins alone; elsewhere every tab asks for itself, by the minute. */
async function inOneTab(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return poll(signal)
  await navigator.locks.request('news', { signal }, () => work(signal)).catch(() => {}) // stopped while it waited
}

async function poll(signal: AbortSignal, channel?: BroadcastChannel): Promise<void> {
  while (!signal.aborted) {
    await catchUp(signal, channel)
    await pause(pollMs, signal)
  }
}

/** Holds a stream; while there is none, asks by the minute and tries again ever more slowly. */
async function attend(channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
  let failures = 0
  let asked = 0
  while (!signal.aborted && readToken()) {
    const began = Date.now()
    const opened = await follow(channel, signal).catch(() => false)
    failures = opened && Date.now() - began > steadyMs ? 0 : failures + 1
    if (!opened && Date.now() - asked >= pollMs) {
      asked = Date.now()
      await catchUp(signal, channel)
    }
    // Spread out, so that a restarted server is not asked by everyone in one moment.
    await pause(Math.min(longestPauseMs, 1000 * 2 ** failures) * (0.5 + Math.random()), signal)
  }
}

/** Reads a stream to its end. Answers whether there was one. */
async function follow(channel: BroadcastChannel, signal: AbortSignal): Promise<boolean> {
  const headers = { authorization: `Bearer ${readToken()}` }
  const dead = new AbortController()
  let watchdog = setTimeout(() => dead.abort(), firstByteMs)
  signal.addEventListener('abort', () => dead.abort(), { signal: dead.signal })
  const response = await fetch('/api/stream', { headers, signal: dead.signal })
  clearTimeout(watchdog)
  if (!response.ok || !response.body) return false
  // From here on nothing is missed; what came before is asked for.
  await catchUp(signal, channel)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    watchdog = setTimeout(() => dead.abort(), silentMs)
    const { done, value = '' } = await reader.read().catch(() => ({ done: true, value: '' }))
    clearTimeout(watchdog)
    if (done) return true
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const [, at, types] = /^id: (.+)\ndata: (.+)$/.exec(event) ?? []
      if (at && types) tell({ at, types: types.split(',') }, channel)
    }
  }
}

async function catchUp(signal: AbortSignal, channel?: BroadcastChannel): Promise<void> {
  const answer = await api.feed.news(since ? { since } : {}, { signal }).catch(() => undefined)
  if (answer) tell({ at: answer.now, types: answer.types }, channel)
}

function tell(told: Told, channel?: BroadcastChannel): void {
  channel?.postMessage(told)
  hear(told)
}

function hear({ at, types }: Told): void {
  since = at
  if (types.length > 0) for (const listener of listeners) listener(types)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
