// Loaded when a list is first touched: its form searches as you type, and Load More adds to the list in place.
// Both ask for the page's own results, so that there is one place that renders them.

import type { Search, Typing } from '#src/offline/register.ts'

const typingPauseMs = 250
/** A device that has said nothing for so long is asked by a request. */
const deviceMs = 1000
/** Rows, or cards in a grid. */
const lists = '.list, [data-list]'
let asking: AbortController | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const form = document.querySelector<HTMLFormElement>('[data-live-form]')
if (form) {
  const searchSoon = () => {
    tellTyping()
    clearTimeout(timer)
    timer = setTimeout(() => void search(form), typingPauseMs)
  }
  form.addEventListener('input', searchSoon)
  tellTyping()
  // What was typed while this was on its way.
  const field = form.querySelector<HTMLInputElement>('[type=search]')
  if (field && field.value !== field.defaultValue) searchSoon()
}

async function search(source: HTMLFormElement) {
  const url = new URL(source.action || location.href)
  for (const [name, value] of new FormData(source)) if (value) url.searchParams.set(name, String(value))
  asking?.abort()
  asking = new AbortController()
  const fresh = await results(url, asking.signal)
  const old = document.querySelector('#results')
  if (!fresh || !old) return
  old.replaceWith(fresh)
  // The words stand before their address does: on a slow phone that takes longer than to put them there.
  requestAnimationFrame(() => setTimeout(() => history.replaceState(null, '', url)))
}

/** Adds the next page below the list, and takes its own link's place with the next one or nothing. */
export async function loadMore(link: HTMLAnchorElement): Promise<void> {
  link.setAttribute('aria-busy', 'true')
  const fresh = await results(new URL(link.href), undefined)
  const list = document.querySelector(`#results :is(${lists})`)
  const added = fresh?.querySelector(lists)
  if (!list || !added) {
    location.assign(link.href)
    return
  }
  const first = added.firstElementChild
  list.append(...added.children)
  const next = fresh?.querySelector<HTMLAnchorElement>('a[data-load-more]')
  link.removeAttribute('aria-busy')
  if (next) link.href = next.href
  else link.remove()
  first?.querySelector('a')?.focus()
}

/** Plays or pauses the recording of a button; one at a time, and never by itself. */
export function toggleAudio(button: HTMLElement): void {
  const frame = button.closest<HTMLElement>('[data-audio]')
  const audio = frame?.querySelector('audio')
  if (!frame || !audio) return
  if (!frame.dataset.wired) {
    frame.dataset.wired = ''
    audio.addEventListener('play', () => frame.setAttribute('data-playing', ''))
    audio.addEventListener('pause', () => frame.removeAttribute('data-playing'))
  }
  for (const other of document.querySelectorAll('audio')) if (other !== audio) other.pause()
  if (audio.paused) void audio.play().catch(() => frame.removeAttribute('data-playing'))
  else audio.pause()
}

/** Copies the page's address; the button says so for as long as a toast would stand. */
export async function copyLink(button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(location.href)
  const label = button.querySelector('[data-label]') ?? button
  const before = label.textContent
  label.textContent = button.dataset.copied ?? before
  setTimeout(() => {
    label.textContent = before
  }, 3000)
}

async function results(url: URL, signal: AbortSignal | undefined): Promise<Element | null> {
  const html = (await fromDevice(url)) ?? (await fromSite(url, signal))
  if (html === null || signal?.aborted) return null
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html })
  // What the rows' pictures borrow, where the page had none of them so far.
  const hill = content.getElementById('hill')?.parentElement
  if (hill && !document.getElementById('hill')) document.body.append(hill)
  return content.querySelector('#results')
}

/** Without signal the worker looks up what a search needs while one still types. */
function tellTyping(): void {
  if (!navigator.onLine) navigator.serviceWorker?.controller?.postMessage({ type: 'typing' } satisfies Typing)
}

/** Without signal the worker is asked by a message: on a slow phone a request takes three times as long. */
async function fromDevice(url: URL): Promise<string | null> {
  const worker = navigator.serviceWorker?.controller
  if (navigator.onLine || !worker) return null
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type: 'search', address: url.href } satisfies Search, [port2])
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    // A worker of before this page knows no such message.
    setTimeout(resolve, deviceMs, null)
  })
}

async function fromSite(url: URL, signal: AbortSignal | undefined): Promise<string | null> {
  try {
    const response = await fetch(url, { headers: { accept: 'text/html', 'x-part': 'results' }, signal: signal ?? null })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
