// This part is loaded on first use of a list, a recording or a button that it handles. A list's form searches as you
// type, and Load More appends to the list. Both request the page's own results, so that only the server renders them.

import type { Search, Typing } from '#src/offline/register.ts'
import { fetchFromSite } from '#src/offline/site-answer.ts'

const typingPauseMs = 250
/** Time in ms to wait for the worker before requesting the results from the site. */
const deviceMs = 1000
/** Matches lists of rows, and grids of cards. */
const lists = '.list, [data-list]'
let pendingSearch: AbortController | undefined
let timer: ReturnType<typeof setTimeout> | undefined

// Results may have parts that the first page has no styles for.
for (const { dataset } of document.querySelectorAll<HTMLStyleElement>('style[data-file]'))
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: dataset.file }))

const form = document.querySelector<HTMLFormElement>('[data-live-form]')
if (form) {
  const searchSoon = () => {
    tellTyping()
    clearTimeout(timer)
    timer = setTimeout(() => void search(form), typingPauseMs)
  }
  form.addEventListener('input', searchSoon)
  tellTyping()
  // Searches for what was typed while this script was loading.
  const field = form.querySelector<HTMLInputElement>('[type=search]')
  if (field && field.value !== field.defaultValue) searchSoon()
}

async function search(source: HTMLFormElement) {
  const url = new URL(source.action || location.href)
  for (const [name, value] of new FormData(source)) if (value) url.searchParams.set(name, String(value))
  pendingSearch?.abort()
  pendingSearch = new AbortController()
  const fresh = await results(url, pendingSearch.signal)
  const old = document.querySelector('#results')
  if (!fresh || !old) return
  old.replaceWith(fresh)
  // The results are painted first, because changing the address takes a while on a slow phone.
  requestAnimationFrame(() => setTimeout(() => showAddress(url)))
}

/** Sets the address to the current search, also in links that lead back to it (login, language). */
function showAddress(url: URL): void {
  history.replaceState(null, '', url)
  const back = encodeURIComponent(url.pathname + url.search)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a, footer a'))
    if (/[?&](redirect|back)=/.test(link.search))
      link.search = link.search.replace(/(redirect|back)=[^&]*/, `$1=${back}`)
}

/**
 * Appends the next page to the list and points the link at the page after that, or removes the link if there is none.
 * Opens the next page instead if its results can't be loaded.
 */
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

/** Plays or pauses the recording of a button. Only one plays at a time. */
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
  if (audio.error) audio.load()
  if (audio.paused) void audio.play().catch(() => frame.removeAttribute('data-playing'))
  else audio.pause()
}

/**
 * Copies the page's address and says so on the button for three seconds, like a toast. If the clipboard isn't available
 * (on plain HTTP, or because the browser refuses it), shows the address to copy by hand.
 */
export async function copyLink(button: HTMLElement): Promise<void> {
  const label = button.querySelector('[data-label]') ?? button
  try {
    await navigator.clipboard.writeText(location.href)
  } catch {
    prompt(label.textContent ?? '', location.href)
    return
  }
  const before = label.textContent
  label.textContent = button.dataset.copied ?? before
  setTimeout(() => {
    label.textContent = before
  }, 3000)
}

/** Films that have been loaded, by their links. */
const films = new WeakMap<HTMLElement, File>()

/**
 * Loads a film and opens the device's menu for sharing, with the page's address. A browser opens the menu only soon
 * after a press, so after a slow download the button asks for another one. Downloads the film if it can't be shared.
 */
export async function sendFilm(link: HTMLAnchorElement): Promise<void> {
  const label = link.querySelector('[data-label]') ?? link
  const before = label.textContent
  const loaded = films.get(link)
  try {
    label.textContent = link.dataset.wait ?? before
    const file = loaded ?? (await loadFilm(link.href))
    films.set(link, file)
    const message = { files: [file], text: location.href }
    if (!navigator.canShare(message)) return location.assign(link.href)
    await navigator.share(message)
    label.textContent = before
  } catch (error) {
    const { name } = error as Error
    if (name === 'NotAllowedError' && !loaded) label.textContent = link.dataset.ready ?? before
    else {
      label.textContent = before
      // Closing the menu is not an error.
      if (name !== 'AbortError') location.assign(link.href)
    }
  }
}

async function loadFilm(address: string): Promise<File> {
  const answer = await fetchFromSite(address)
  if (!answer.ok) throw new Error(`${answer.status}`)
  return new File([await answer.blob()], 'film.mp4', { type: 'video/mp4' })
}

async function results(url: URL, signal: AbortSignal | undefined): Promise<Element | null> {
  const html = (await fromDevice(url)) ?? (await fromSite(url, signal))
  if (html === null || signal?.aborted) return null
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html })
  // Adds the shared shape that the rows' pictures use, if the page doesn't have it.
  const hill = content.getElementById('hill')?.parentElement
  if (hill && !document.getElementById('hill')) document.body.append(hill)
  return content.querySelector('#results')
}

/** Makes the worker load what a search needs while the reader is still typing, if there is no signal. */
function tellTyping(): void {
  if (!navigator.onLine) navigator.serviceWorker?.controller?.postMessage({ type: 'typing' } satisfies Typing)
}

/** Gets the results from the worker by a message, which on a slow phone takes a third of the time of a request. */
async function fromDevice(url: URL): Promise<string | null> {
  const worker = navigator.serviceWorker?.controller
  if (navigator.onLine || !worker) return null
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type: 'search', address: url.href } satisfies Search, [port2])
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    // An older worker doesn't answer this message.
    setTimeout(resolve, deviceMs, null)
  })
}

async function fromSite(url: URL, signal: AbortSignal | undefined): Promise<string | null> {
  try {
    const response = await fetchFromSite(url, {
      headers: { accept: 'text/html', 'x-part': 'results' },
      signal: signal ?? null,
    })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
