import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, type Request } from '@playwright/test'
import { deep } from '../depth.ts'

/** Widths in px of a small phone and of a desktop. */
const widths = [320, 1440]

/** Opens a page and waits until nothing loads, no request is pending, and React, if used, has hydrated the page. */
export async function open(page: Page, path: string) {
  const pending = new Set<Request>()
  const begin = (request: Request) => void pending.add(request)
  const end = (request: Request) => void pending.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.goto(path)
  await expect(async () => {
    // An idle page has sent all its requests.
    expect(await page.evaluate(isLoaded), `${path} is still loading`).toBe(true)
    expect([...pending].map((request) => request.url())).toEqual([])
  }).toPass({ intervals: [20, 50], timeout: 30_000 })
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

async function isLoaded(): Promise<boolean> {
  // A page that draws all the time is never idle; what it waits for is checked below.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }))
  return document.documentElement.dataset.ready !== 'no' && document.querySelector('[aria-busy=true]') === null
}

/** Inspects the page's current state at phone width and, in the long form, at desktop width, in light and dark. */
export async function inspectAll(page: Page, name: string) {
  for (const width of deep ? widths : widths.slice(0, 1)) {
    await page.setViewportSize({ width, height: 800 })
    await inspectBoth(page, name, width)
  }
}

/** The smallest distance of a page's title from the edge of the screen, in pixels. */
const margin = 8

/** Checks that nothing is wider than the page, and that its title doesn't touch the edge, as without a style sheet. */
export async function fits(page: Page, name: string, width: number) {
  const { scrollWidth, left } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    left: document.querySelector('h1:not(.sr)')?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY,
  }))
  expect(scrollWidth, `${name} scrolls sideways`).toBeLessThanOrEqual(width)
  expect(left, `the title of ${name} touches the edge`).toBeGreaterThanOrEqual(margin)
}

/**
 * Checks for sideways scrolling, axe violations, and, on a phone, for controls less than 44 px high, narrow search
 * fields and a high footer.
 */
export async function inspect(page: Page, name: string, width: number) {
  await fits(page, name, width)
  const axe = await axeOn(page)
  const { violations } = await axe
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes[0]?.target}`)).toEqual([])
  if (width >= 600) return
  expect(await smallControls(page), name).toEqual([])
  expect(await frameFaults(page), name).toEqual([])
}

/** Returns axe for the page, set to report only violations. Axe is half a megabyte, so a page loads it only once. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isHere = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isHere && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
}

/** Checks a component by itself for axe violations, in light and dark. */
export async function hasNoFault(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await (await axeOn(page))
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${colorScheme}: ${id} at ${nodes[0]?.target}`)).toEqual([])
  }
}

/** Inspects the page in light, and in dark only its colours. The page is light before and after. */
export async function inspectBoth(page: Page, name: string, width: number) {
  await inspect(page, name, width)
  await page.emulateMedia({ colorScheme: 'dark' })
  const { violations } = await (await axeOn(page)).withRules(['color-contrast']).analyze()
  expect(violations.map(({ id, nodes }) => `${name}, dark: ${id} at ${nodes[0]?.target}`)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Returns controls less than 44 px high; inline ones, such as links within a sentence, are exempt (WCAG 2.5.8). */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a, button, input:not([type=checkbox], [type=radio], [type=file]), select, summary, label.check',
      ),
    ]
      .filter((control) => {
        const box = control.getBoundingClientRect()
        const visible =
          control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 1 && box.left >= 0
        return visible && getComputedStyle(control).display !== 'inline' && box.height < 43.5
      })
      .map(
        (control) =>
          `${control.tagName} ${control.className} "${control.textContent?.trim().slice(0, 30)}" ${Math.round(control.getBoundingClientRect().height)} px`,
      ),
  )
}

/** Returns search fields with room for fewer than about fifteen letters, and a footer of more than 420 px. */
function frameFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sizes = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect())
    const narrow = sizes('input[type=search]').filter(({ width }) => width < 150)
    const high = sizes('.foot:not(:has(details[open]))').filter(({ height }) => height > 420)
    return [
      ...narrow.map(({ width }) => `a search field of ${Math.round(width)} px`),
      ...high.map(({ height }) => `a footer of ${Math.round(height)} px`),
    ]
  })
}
