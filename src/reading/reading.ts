// The script of the reading pages: theme, links of the session, search as you type, load more. No framework, ≤ 8 KB.

const root = document.documentElement

for (const input of document.querySelectorAll<HTMLInputElement>('input[name=theme]')) {
  input.checked = input.value === (localStorage.getItem('theme') ?? 'system')
  input.addEventListener('change', () => {
    if (input.value === 'system') {
      localStorage.removeItem('theme')
      delete root.dataset.theme
    } else {
      localStorage.setItem('theme', input.value)
      root.dataset.theme = input.value
    }
  })
}

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

// The lists' live part comes when a reader first touches one.
const loadLive = () => import('./live.ts')
document.querySelector('[data-live-form]')?.addEventListener('focusin', loadLive, { once: true })
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
