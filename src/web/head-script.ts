import { local, session } from '#src/offline/storage.ts'
import { dashboardPages, dropSession, formPages, hadSession, lifeLeft, notGiving } from '#src/offline/token.ts'

// This runs in the head of every page, before its first paint (docs/architecture.md, "Pages"). Vite bundles and
// minifies it into the HTML (`?script` in vite.config.ts), and the CSP allows it by its hash. Keep it tiny: a slow
// phone takes 6 ms to run it.

/** `entry.client.tsx` and the reading script handle what was submitted or pressed before they were loaded. */
const page: HTMLElement & { early?: HTMLFormElement; pressed?: EventTarget | null } = document.documentElement
page.classList.add('js')

const { connection = {} } = navigator as { connection?: { saveData?: boolean } }
if ((local.read('pictures') || (connection.saveData && 'tap')) === 'tap') page.dataset.light = ''

// Pages reserve space for the reader's time only on devices that are not on East Africa Time, which is UTC+3.
if (new Date().getTimezoneOffset() !== -180) page.dataset.otherClock = ''

// The first pictures of a page are requested before it is laid out (`ui/media/picture.tsx`).
if (!('light' in page.dataset))
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=opening-picture]')) {
    link.fetchPriority = 'high'
    link.rel = 'preload'
  }

// An empty cart is shown without waiting for the script that fills it (`features/shop/cart/guest.page.tsx`).
if (!local.read('cart')) page.dataset.emptyCart = ''

const theme = local.read('theme')
if (theme) page.dataset.theme = theme

const token = local.read('token')
const left = token === null ? undefined : lifeLeft(token)
const signedIn = left !== undefined
if (signedIn) page.dataset.signedIn = ''
else dropSession()

// The browser redirects, because only it has the token (docs/decisions/0003-route-guards-use-the-token.md).
const { pathname, search } = location
const returnPath = `?redirect=${encodeURIComponent(pathname + search)}`
// `/?home` shows members the home page.
if ((left ?? 0) > 0 && (/^\/(login|register)$/.test(pathname) || pathname + search === '/'))
  location.replace('/dashboard')
if (!signedIn && dashboardPages.test(pathname))
  location.replace(`/${/^\/dashboard\/?$/.test(pathname) ? '' : returnPath}`)
if (!signedIn && formPages.test(pathname))
  location.replace(
    `/${local.read(hadSession) || notGiving.test(pathname + search) ? 'login' : 'register'}${returnPath}`,
  )

// Holds back a form that needs a script until it has loaded; otherwise its fields would end up in the address.
addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement
    const needsScript = page.dataset.ready === 'no' ? !form.hasAttribute('action') : 'send' in form.dataset
    if (page.dataset.ready === 'yes' || !needsScript) return
    event.preventDefault()
    event.stopImmediatePropagation()
    page.early = form
  },
  true,
)

// Reloads a page once if its files are gone after a deploy.
addEventListener(
  'error',
  (event) => {
    const { tagName, rel } = event.target as HTMLLinkElement
    if ((tagName !== 'SCRIPT' && rel !== 'stylesheet') || session.read('again') || !navigator.onLine) return
    if (session.write('again', '1')) location.reload()
  },
  true,
)

// If pictures are shown only when tapped, the first tap on a picture loads it instead of following its link.
addEventListener(
  'click',
  (event) => {
    page.pressed = event.target
    const picture =
      'light' in page.dataset && (event.target as Element).closest<HTMLElement>('picture:not([data-shown])')
    if (!picture) return
    picture.dataset.shown = ''
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)

// The reading script is loaded after the first paint.
const { after: address } = (document.currentScript as HTMLElement).dataset
if (address)
  requestAnimationFrame(() =>
    setTimeout(() => {
      const script = document.createElement('script')
      script.type = 'module'
      script.src = address
      document.head.append(script)
    }),
  )
