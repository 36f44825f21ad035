import { useCallback, useEffect, useState } from 'react'
import { pause } from '#core/concurrency/pause.ts'
import { fetchFromSite } from '#src/offline/site-answer.ts'
import { api } from './api.ts'
import { inOneTab } from './in-one-tab.ts'
import { readToken } from './session/session.ts'

// Reports new posts by other people. One tab of the browser holds the stream open and shares it with the others. An
// idle hour costs 80 heartbeats of 3 bytes, about 10 KB including TLS and TCP.

const pollMs = 60_000
/** ms that a tab may be hidden before it disconnects. */
const hiddenMs = 120_000
const longestPauseMs = 60_000
/** A stream that ended sooner counts as failed. */
const steadyMs = 10_000
/** Timeouts for the first byte and between two bytes; a heartbeat comes every 45 s. */
const firstByteMs = 20_000
const silentMs = 100_000

type News = { types: string[]; at: string }

const listeners = new Set<(types: string[]) => void>()
let since: string | undefined
let stop: (() => void) | undefined

/** Returns which of these types have new posts since the page was opened or `clear` was called. */
export function useNewPosts(types: readonly string[]): { fresh: string[]; clear: () => void } {
  const [fresh, setFresh] = useState<string[]>([])
  const joined = types.join(' ')
  useEffect(
    () =>
      listenForNewPosts((changedTypes) => {
        const mine = changedTypes.filter((type) => joined.split(' ').includes(type))
        if (mine.length > 0) setFresh((before) => [...new Set([...before, ...mine])])
      }),
    [joined],
  )
  return { fresh, clear: useCallback(() => setFresh([]), []) }
}

function listenForNewPosts(listener: (types: string[]) => void): () => void {
  listeners.add(listener)
  stop ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}

/** Follows new posts while the tab is visible, and for two minutes after that. Returns a function that stops. */
function start(): () => void {
  const channel = new BroadcastChannel('news')
  let turn: AbortController | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  channel.onmessage = ({ data }: MessageEvent<News>) => notifyListeners(data)

  function onVisibilityChange() {
    clearTimeout(leaving)
    if (document.visibilityState === 'hidden') {
      leaving = setTimeout(() => {
        turn?.abort()
        turn = undefined
      }, hiddenMs)
    } else if (!turn) {
      turn = new AbortController()
      const { signal } = turn
      // Without locks every tab polls for itself.
      const work = () => ('locks' in navigator ? attend(channel, signal) : poll(signal))
      void inOneTab('news', work, { signal }).catch(() => {}) // It was stopped while it waited.
    }
  }

  document.addEventListener('visibilitychange', onVisibilityChange)
  onVisibilityChange()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    clearTimeout(leaving)
    turn?.abort()
    channel.close()
  }
}

async function poll(signal: AbortSignal, channel?: BroadcastChannel): Promise<void> {
  while (!signal.aborted) {
    await catchUp(signal, channel)
    await pause(pollMs, signal)
  }
}

/** Keeps a stream open. While none is open, polls every minute and reconnects at growing intervals. */
async function attend(channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
  let failures = 0
  let polledAt = 0
  while (!signal.aborted && readToken()) {
    const began = Date.now()
    const opened = await follow(channel, signal).catch(() => false)
    failures = opened && Date.now() - began > steadyMs ? 0 : failures + 1
    if (!opened && Date.now() - polledAt >= pollMs) {
      polledAt = Date.now()
      await catchUp(signal, channel)
    }
    // The delays are random, so that not everyone reconnects to a restarted server at the same time.
    await pause(Math.min(longestPauseMs, 1000 * 2 ** failures) * (0.5 + Math.random()), signal)
  }
}

/** Reads a stream to its end. Returns whether it was opened. */
async function follow(channel: BroadcastChannel, signal: AbortSignal): Promise<boolean> {
  const token = readToken()
  if (!token) return false
  const headers = { authorization: `Bearer ${token}` }
  const streamAbort = new AbortController()
  let watchdog = setTimeout(() => streamAbort.abort(), firstByteMs)
  signal.addEventListener('abort', () => streamAbort.abort(), { signal: streamAbort.signal })
  const response = await fetchFromSite('/api/stream', { headers, signal: streamAbort.signal })
  clearTimeout(watchdog)
  if (!response.ok || !response.body) return false
  // The stream misses nothing from here on; this fetches what came before.
  await catchUp(signal, channel)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    watchdog = setTimeout(() => streamAbort.abort(), silentMs)
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

function tell(news: News, channel?: BroadcastChannel): void {
  channel?.postMessage(news)
  notifyListeners(news)
}

function notifyListeners({ at, types }: News): void {
  since = at
  if (types.length > 0) for (const listener of listeners) listener(types)
}
