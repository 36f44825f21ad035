import type { Page } from '@playwright/test'

/** The greatest layout shift of a page while it loads, by the definition at https://web.dev/cls. */
const maxShift = 0.02

type Shift = { value: number; what: string }
type Watched = { held: number; takeShifts: () => Shift[] }

/**
 * Records how far the content of each page moves while it loads. The API's answers wait until React runs the page, and
 * then arrive one at a time with a paint in between, as on a slow line, so that each state of loading is shown.
 */
export function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: Shift[] = []
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.nodeName ?? 'nothing')
    const note = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as LayoutShift[])
        if (!hadRecentInput) shifts.push({ value, what: sources.map(({ node }) => nameOf(node)).join(', ') })
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    const takeShifts = () => {
      note(observer.takeRecords())
      return shifts
    }
    const watched: Watched = Object.assign(window, { held: 0, takeShifts })

    const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ready = new Promise<void>((resolve) => {
      new MutationObserver((_, own) => {
        if (document.documentElement?.dataset.ready !== 'yes') return
        own.disconnect()
        resolve()
      }).observe(document, { attributes: true, childList: true, subtree: true })
    })
    let turn: Promise<unknown> = ready
    const { fetch } = window
    window.fetch = (input, init) => {
      const answer = fetch(input, init)
      if (!String(input).startsWith('/api/')) return answer
      // Otherwise, a request that fails while it is held back would count as an error that nothing handles.
      answer.catch(() => {})
      watched.held += 1
      const own = turn.then(painted).then(() => answer)
      const arrived = () => {
        watched.held -= 1
      }
      turn = own.then(arrived, arrived)
      return own
    }
  })
}

/** Waits until no answer is held back, and returns how far the content of the page has moved, and what moved. */
async function shiftsOf(page: Page): Promise<{ sum: number; what: string }> {
  const shifts = await page.evaluate(async () => {
    const watched = window as unknown as Watched
    do await new Promise((resolve) => requestIdleCallback(resolve))
    while (watched.held > 0)
    return watched.takeShifts()
  })
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  return { sum, what: shifts.map(({ value, what }) => `${what} by ${value.toFixed(3)}`).join('; ') }
}

/** Returns what moved on the page while it loaded, if that is too much. */
export async function movesOf(page: Page): Promise<string[]> {
  const { sum, what } = await shiftsOf(page)
  return sum > maxShift ? [`moves by ${sum.toFixed(3)}: ${what}`] : []
}
