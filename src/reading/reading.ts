// This is the script of reading pages: theme, pictures, data used, session links, search as you type, load more. It
// uses no framework and is at most 8 KB in size.

import { onceLoaded, startOffline, tellAccount } from '#src/offline/register.ts'
import { local, session } from '#src/offline/storage.ts'
import { dropSession, endWithPage, hasEnded } from '#src/offline/token.ts'
import { countData } from './data-usage.ts'
import { chooseForDevice, type DeviceChoice, deviceChoice, prefetchPressed } from './device.ts'
import { watchMenu } from './menu.ts'

const root = document.documentElement
session.write('again', null)
countData()
endWithPage()
startOffline()
endExpired()
prefetchPressed()

async function endExpired() {
  const token = local.read('token')
  if (!token || !(await hasEnded(token))) return
  dropSession()
  await tellAccount()
}

for (const input of document.querySelectorAll<HTMLInputElement>('input[name=theme], input[name=pictures]')) {
  const { value } = input
  const name = input.name as DeviceChoice
  input.checked = value === deviceChoice(name)
  input.addEventListener('change', () => {
    chooseForDevice(name, value)
    showPosters()
  })
}

/** Shows the posters of videos unless pictures load only on tap, because a poster counts as a picture. */
function showPosters() {
  if ('light' in root.dataset) return
  for (const video of document.querySelectorAll<HTMLVideoElement>('video[data-poster]'))
    video.poster = video.dataset.poster ?? ''
}
showPosters()

for (const event of ['error', 'play'])
  document.addEventListener(
    event,
    ({ target }) =>
      (target as Element).parentElement?.querySelector('.cannot-play')?.toggleAttribute('hidden', event === 'play'),
    true,
  )

// The first page has its styles inlined; this caches the file that all pages have.
onceLoaded(() => {
  const file = document.querySelector<HTMLStyleElement>('style[data-file]')?.dataset.file
  if (file && !('light' in root.dataset))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'style', href: file }))
})

watchMenu()

// Another tab may log in or out.
addEventListener('storage', (event) => {
  if (event.key === 'token') root.toggleAttribute('data-signed-in', event.newValue !== null)
})

const parts: Promise<unknown>[] = []

const loadCart = () => import('./cart.ts')
if (document.querySelector('[data-cart-count]')) parts.push(loadCart())
// If the cart's part of the script can't be loaded, the form opens the members' shop or, for a guest, the login page.
document.addEventListener('submit', (event) => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-cart]')
  if (!form) return
  event.preventDefault()
  loadCart().then(
    ({ addToCart }) => addToCart(form),
    () => form.submit(),
  )
})

if (document.querySelector('[data-guest-cart]')) parts.push(import('./guest-cart.ts'))

// The page may have been opened in order to print it.
if (document.querySelector('[data-print-now]')) onceLoaded(print)

if (document.querySelector('[data-send]:not([data-door], [hidden] *)')) parts.push(import('./forms.ts'))

if (document.querySelector('[data-door], [data-confirm]')) parts.push(import('./door.ts'))

if (session.read('messages')) parts.push(import('./messages.ts').then(({ showMessages }) => showMessages()))

if (document.querySelector('.reader-clock')) parts.push(import('./clock.ts'))

if (document.querySelector('[data-dictionary]')) parts.push(import('./dictionary.ts'))

if ('share' in navigator)
  for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) button.hidden = false

// This part is loaded when a reader first uses a list, a recording or a button that it handles.
const loadLive = () => import('./live.ts')
const search = document.querySelector('[data-live-form]')
const loadForSearch = () => improve(loadLive())
if (search?.matches(':focus-within')) loadForSearch()
else search?.addEventListener('focusin', loadForSearch, { once: true })
document.addEventListener('click', (event) => {
  const target = event.target as Element
  const more = target.closest<HTMLAnchorElement>('a[data-load-more]')
  if (more && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    loadLive().then(
      ({ loadMore }) => loadMore(more),
      () => location.assign(more.href),
    )
  }
  const film = target.closest<HTMLAnchorElement>('a[data-film]')
  if (film && 'canShare' in navigator) {
    event.preventDefault()
    loadLive().then(
      ({ sendFilm }) => sendFilm(film),
      () => location.assign(film.href),
    )
  }
  const copy = target.closest<HTMLElement>('[data-copy-link]')
  if (copy) improve(loadLive().then(({ copyLink }) => copyLink(copy)))
  const share = target.closest<HTMLElement>('[data-share]')
  if (share) navigator.share({ title: share.dataset.share ?? '', url: location.href }).catch(() => {})
  const audio = target.closest<HTMLElement>('[data-audio-toggle]')
  if (audio) improve(loadLive().then(({ toggleAudio }) => toggleAudio(audio)))
  if (target.closest('[data-print]')) print()
})

// Repeats a press from before this script, or the part that handles it, had loaded (`head-script.ts`). Links and forms
// work without either.
repeatPress('button[type=button], input[type=radio]')
for (const part of parts) improve(part)
void Promise.allSettled(parts).then(() => {
  repeatPress('[data-close-details]')
  root.dataset.ready = 'yes'
  ;(root as HTMLElement & { early?: HTMLFormElement }).early?.requestSubmit()
})

function repeatPress(handled: string): void {
  const { pressed } = root as HTMLElement & { pressed?: Element }
  pressed?.closest<HTMLElement>(handled)?.click()
}

/**
 * Adds an improvement that the page also works without. If it can't be loaded without signal, or because the page is
 * left, which Firefox reports, too, the page stays as it is.
 */
function improve(part: Promise<unknown>): void {
  part.catch((error: unknown) => {
    if (navigator.onLine) setTimeout(() => reportError(error), 1_000)
  })
}
