import { setTimeout as sleep } from 'node:timers/promises'
import { picturesAreShown, play } from './reading.ts'
import type { Step } from './walk.ts'

/** Milliseconds without an open page after which browsers have ended the service worker. */
const workerEndsAfter = 12_000

/** The first steps of a new member, in their order. */
export const posting: Step[] = [
  {
    name: 'signing up',
    async walk(page) {
      await page.open('/')
      await page.press({ kind: 'link', name: 'Log in' })
      await page.press({ kind: 'link', name: 'Sign up' })
      await page.fill(/^Full name/, 'Sample Walker')
      await page.fill(/^Email/, `walker-${Date.now()}@drill.test`)
      await page.fill(/^Password/, 'sample password')
      await page.fill(/^Confirm password/, 'sample password')
      await page.press({ kind: 'button', name: 'Sign up' })
      await page.path(/^\/dashboard$/)
    },
  },
  {
    name: 'writing an article',
    async walk(page, files) {
      await page.press({ kind: 'link', name: /^Add$/ })
      await page.press({ kind: 'link', name: 'An article' })
      await page.fill(/^Title/, 'Sample walked article')
      await page.choose('Category', 'History')
      await page.browser.chooseFiles('main input[type=file]', [files.picture])
      await page.fill(/^Content/, 'Sample text. ')
      await page.press({ kind: 'button', name: /^Bold/ })
      // The editor takes the focus back with the next frame.
      await page.until('the editor', () => (document.activeElement as HTMLElement).isContentEditable)
      await page.type('Bold words.')
      await page.choose('Who can see this', 'public')
      await page.text(' KB')
      await page.press({ kind: 'button', name: 'Publish' })
      await page.path(/^\/dashboard\/articles\/|^\/articles\//)
      await page.text('Sample walked article')
      await page.until('the bold words', () =>
        [...document.querySelectorAll('main strong')].some((bold) => bold.textContent === 'Bold words.'),
      )
      await picturesAreShown(page)
    },
  },
  {
    name: 'commenting on it',
    async walk(page) {
      await page.fill(/^Your comment/, 'Sample comment')
      await page.press({ kind: 'button', name: 'Post comment' })
      await page.until('the comment', () =>
        [...document.querySelectorAll('[id^=comment-]')].some((one) => one.textContent?.includes('Sample comment')),
      )
    },
  },
  {
    name: 'posting a picture',
    async walk(page, files) {
      await page.open('/contribute/media')
      await page.browser.chooseFiles('main input[type=file]', [files.picture])
      await page.text(' KB')
      await page.fill(/^Title/, 'Sample walked picture')
      await page.press({ kind: 'button', name: 'Publish' })
      await page.path(/^\/dashboard\/media|^\/media\//)
      await page.text('Sample walked picture')
      await picturesAreShown(page)
    },
  },
  {
    name: 'recording a voice',
    async walk(page) {
      await page.open('/contribute/media')
      await page.fill(/^Title/, 'Sample walked recording')
      await page.press({ kind: 'button', name: 'Record' })
      await page.text('0:02')
      await page.press({ kind: 'button', name: 'Stop' })
      await page.text('Your recording')
      await page.press({ kind: 'button', name: 'Publish' })
      await page.path(/^\/dashboard\/media|^\/media\//)
      await page.text('Sample walked recording')
      await play(page)
    },
  },
  {
    name: 'adding a word with its pronunciation',
    async walk(page) {
      await page.open('/contribute/linguistics')
      await page.fill(/^Word in Marakwet/, 'samplewalkedword')
      await page.fill(/^Translation/, 'artificial sample')
      await page.press({ kind: 'button', name: 'Record' })
      await page.text('0:02')
      await page.press({ kind: 'button', name: 'Stop' })
      await page.text('Your recording')
      await page.press({ kind: 'button', name: 'Add word' })
      await page.path(/^\/dashboard\/linguistics|^\/language\/vocabulary\//)
      await page.text('samplewalkedword')
    },
  },
  {
    name: 'registering for an event',
    async walk(page) {
      await page.open('/events')
      await page.pressFirst('main a[href^="/events/"]')
      await page.path(/^\/events\/[0-9a-f-]{36}/)
      await page.press({ kind: 'link', name: /^Register/ })
      await page.fill(/^Phone Number/, '0700 000000')
      await page.pressFirst('[role=dialog] button[type=submit]')
      await page.text('Registration Successful!')
    },
  },
  {
    name: 'coming back after the service worker has ended',
    async walk(page) {
      for (let times = 0; times < 5; times++) {
        await page.browser.goto('about:blank')
        await sleep(workerEndsAfter)
        await page.open('/dashboard')
      }
    },
  },
  {
    name: 'logging out',
    async walk(page) {
      await page.open('/dashboard')
      await page.press({ kind: 'link', name: 'Me' })
      await page.press({ kind: 'button', name: 'Log out' })
      await page.until('the end of the session', () => !localStorage.getItem('token'))
      await page.open('/')
      await page.press({ kind: 'link', name: 'Log in' })
    },
  },
]
