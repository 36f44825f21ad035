// The script of the reading pages: theme, pictures, data used, links of the session, search as you type, load more. No framework, ≤ 8 KB.

import { onceLoaded, startOffline } from '#src/offline/register.ts'
import { chooseForDevice, type DeviceChoice, deviceChoice } from './device.ts'
import { countData } from './meter.ts'
import { prefetchPressed } from './prefetch.ts'

const root = document.documentElement
sessionStorage.removeItem('again')
countData()
startOffline()
prefetchPressed()

for (const input of document.querySelectorAll<HTMLInputElement>('input[name=theme], input[name=pictures]')) {
  const { value } = input
  const name = input.name as DeviceChoice
  input.checked = value === deviceChoice(name)
  input.addEventListener('change', () => {
    chooseForDevice(name, value)
    showPosters()
  })
}

/** What a film shows before it is played is a picture, too. */
function showPosters() {
  if ('light' in root.dataset) return
  for (const video of document.querySelectorAll<HTMLVideoElement>('video[data-poster]'))
    video.poster = video.dataset.poster ?? ''
}
showPosters()

// The first page brought its styles with it; the pages that follow find them here.
onceLoaded(() => {
  const file = document.querySelector<HTMLStyleElement>('style[data-file]')?.dataset.file
  if (file && !('light' in root.dataset))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'style', href: file }))
})

// A press beside the menu or Escape closes it.
const menu = document.querySelector<HTMLDetailsElement>('details.menu')
addEventListener('click', (event) => {
  if (menu?.open && !menu.contains(event.target as Node)) menu.open = false
})
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !menu?.open) return
  menu.open = false
  menu.querySelector('summary')?.focus()
})

// Another tab signed in or out.
addEventListener('storage', (event) => {
  if (event.key === 'token') root.toggleAttribute('data-signed-in', event.newValue !== null)
})

// The shop's pages know what is in the cart.
if (document.querySelector('[data-cart-count]')) void import('./cart.ts')

// The dictionary says whether it is on this device.
if (document.querySelector('[data-dictionary]')) void import('./dictionary.ts')

// The lists' live part comes when a reader first touches one.
const loadLive = () => import('./live.ts')
const search = document.querySelector('[data-live-form]')
if (search?.matches(':focus-within')) void loadLive()
else search?.addEventListener('focusin', loadLive, { once: true })
document.addEventListener('click', async (event) => {
  const target = event.target as Element
  const more = target.closest<HTMLAnchorElement>('a[data-load-more]')
  if (more && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    await (await loadLive()).loadMore(more)
  }
  const copy = target.closest<HTMLElement>('[data-copy-link]')
  if (copy) await (await loadLive()).copyLink(copy)
  const audio = target.closest<HTMLElement>('[data-audio-toggle]')
  if (audio) (await loadLive()).toggleAudio(audio)
  if (target.closest('[data-print]')) print()
})

// What was pressed before this had come (`head-script.ts`); links and forms did not wait.
const { pressed } = root as HTMLElement & { pressed?: Element }
pressed?.closest<HTMLElement>('button[type=button], input[type=radio]')?.click()
root.dataset.ready = 'yes'
