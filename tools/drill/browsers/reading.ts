import type { Page } from './page.ts'
import type { Step } from './walk.ts'

/** The pages that a visitor reads, each reached from the one before. */
export const reading: Step[] = [
  {
    name: 'the home page',
    async walk(page) {
      await page.open('/')
      await page.text('Word of the day')
    },
  },
  {
    name: 'Explore',
    async walk(page) {
      await page.press({ kind: 'link', name: 'Explore' })
      await page.path(/^\/explore$/)
      await picturesAreShown(page)
    },
  },
  { name: 'an article', walk: (page) => openFirst(page, /^Articles/, '/articles/') },
  {
    name: 'a recording that plays',
    async walk(page) {
      await openFirst(page, /^Recordings/, '/media/')
      await play(page)
    },
  },
  { name: 'a picture', walk: (page) => openFirst(page, /^Pictures/, '/media/') },
  { name: 'an event', walk: (page) => openFirst(page, /^Events/, '/events/') },
  {
    name: 'a person',
    async walk(page) {
      await openFirst(page, /^People/, '/people/')
    },
  },
  {
    name: 'the dictionary, searched while typing, and a word',
    async walk(page) {
      await page.press({ kind: 'link', name: 'Words' })
      await page.path(/^\/language\/vocabulary$/)
      await page.pressFirst('main input[type=search]')
      await page.type('one')
      await page.until('results without a new page', () => /[?&]q=one/.test(location.search))
      await page.pressFirst('main a[href^="/language/vocabulary/"]:not([rel])')
      await page.path(/^\/language\/vocabulary\/[0-9a-f-]{36}/)
      await hasHeading(page)
    },
  },
]

/** Opens a list from Explore and its first entry. */
async function openFirst(page: Page, list: RegExp, address: string): Promise<void> {
  await page.open('/explore')
  await page.press({ kind: 'link', name: list })
  await page.until('the list', () => location.pathname !== '/explore')
  await page.pressFirst(`main a[href^="${address}"]`)
  await page.path(new RegExp(`^${address}[0-9a-f-]{36}`))
  await hasHeading(page)
  await picturesAreShown(page)
}

async function hasHeading(page: Page): Promise<void> {
  await page.until('a heading', () => document.querySelector('main h1')?.textContent)
}

/** Presses Play and waits until a second has been played. */
export async function play(page: Page): Promise<void> {
  await page.pressFirst('main .audio button')
  const hasPlayed = () => [...document.querySelectorAll('audio')].some(({ currentTime }) => currentTime > 1)
  await page.until('a second of sound', hasPlayed)
}

export async function picturesAreShown(page: Page): Promise<void> {
  await page.until('the pictures on the screen', () =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter((picture) => picture.checkVisibility() && picture.getBoundingClientRect().top < innerHeight)
      .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  )
}
