import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, PageScript } from './browser.ts'

const timeoutMs = 15_000

/** A control as a person looks for it, by its kind and its name. A string is the complete name. */
export type Control = {
  kind: 'link' | 'button' | 'field'
  name: string | RegExp
}

const selectors: Record<Control['kind'], string> = {
  link: 'a[href]',
  button: 'button, summary, [role=tab], [role=option]',
  field: 'input:not([type=file], [hidden]), textarea, select, [contenteditable=true]',
}

/** Uses a page like a person: looks for what is visible, presses it, and types. */
export class Page {
  readonly browser: Browser
  readonly url: string

  constructor(browser: Browser, url: string) {
    this.browser = browser
    this.url = url
  }

  async open(path: string): Promise<void> {
    await this.browser.goto(this.url + path)
    await this.ready()
  }

  /** Waits until the page's script handles clicks. */
  ready(): Promise<unknown> {
    return this.until('the script of the page', () => document.documentElement.dataset.ready === 'yes')
  }

  /** Waits until the script returns something truthy, and returns it. */
  async until<Result>(what: string, script: PageScript<Result>, ...args: unknown[]): Promise<NonNullable<Result>> {
    const end = performance.now() + timeoutMs
    let reason = ''
    while (performance.now() < end) {
      // A page that is being left can't answer.
      const result = await this.browser.run(script, ...args).catch((error: Error) => {
        reason = `: ${error.message}`
      })
      if (result) return result
      await sleep(100)
    }
    throw new Error(`Timed out waiting for ${what}${reason}`)
  }

  path(pattern: RegExp): Promise<unknown> {
    const pathIs = (source: string) => new RegExp(source).test(location.pathname) && document.readyState === 'complete'
    return this.until(`a page ${pattern}`, pathIs, pattern.source)
  }

  text(words: string): Promise<unknown> {
    const isShown = (wanted: string) =>
      [...document.querySelectorAll<HTMLElement>('main, [role=dialog], [role=status], [role=alert], section')].some(
        // biome-ignore lint/performance/useDomNodeTextContent: hidden words are not on the screen
        (area) => area.checkVisibility() && area.innerText.includes(wanted),
      )
    return this.until(`“${words}”`, isShown, words)
  }

  async press(control: Control): Promise<void> {
    await this.ready()
    await this.pressAt(`the ${control.kind} ${control.name}`, selectors[control.kind], control.name)
  }

  /** Presses the first visible element that the selector matches. */
  async pressFirst(selector: string): Promise<void> {
    await this.ready()
    await this.pressAt(selector, selector, /^/)
  }

  async fill(name: string | RegExp, value: string): Promise<void> {
    await this.press({ kind: 'field', name })
    await this.type(value)
  }

  /** Presses the keys of a text. */
  async type(value: string): Promise<void> {
    const actions = [...value].flatMap((key) => [
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
    ])
    await this.browser.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  /** Chooses an option of a select by its value, without opening its list, which isn't part of the page. */
  async choose(name: string, value: string): Promise<void> {
    await this.until(`the choice ${name}`, chooseOption, name, value)
  }

  private async pressAt(what: string, selector: string, name: string | RegExp) {
    const pattern = typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source
    const { x, y } = await this.until(what, findOnScreen, selector, pattern)
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.browser.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }
}

/**
 * Scrolls to the first element of this name that nothing covers, and returns its middle once it no longer moves. Runs
 * in the page.
 */
async function findOnScreen(selector: string, pattern: string) {
  const clean = (words: string | null | undefined) => words?.replace(/\s+/g, ' ').trim()
  const nameOf = (element: HTMLElement) => {
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
    const labels = [...labelled, ...((element as HTMLInputElement).labels ?? [])]
    return (
      clean(element.getAttribute('aria-label')) ||
      clean(labels.map((label) => label?.textContent).join(' ')) ||
      clean(element.textContent)
    )
  }
  const name = new RegExp(pattern)
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || !name.test(nameOf(element) ?? '')) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const before = element.getBoundingClientRect()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { left, top, width, height } = element.getBoundingClientRect()
    if (left !== before.left || top !== before.top || width < 2) continue
    // The middle of a link over several lines may contain none of its text.
    const first = element.getClientRects()[0] ?? before
    const inline = getComputedStyle(element).display === 'inline'
    const x = Math.round(inline ? first.left + first.width / 2 : left + width / 2)
    const y = Math.round(inline ? first.top + first.height / 2 : top + height / 2)
    const hit = document.elementFromPoint(x, y)
    const label = hit?.closest('label')
    if (hit && (element.contains(hit) || hit.contains(element) || label?.control === element)) return { x, y }
  }
}

function chooseOption(name: string, value: string) {
  const select = [...document.querySelectorAll('select')].find((one) =>
    [...one.labels].some((label) => label.textContent.trim().startsWith(name)),
  )
  if (!select) return false
  select.focus()
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return select.value === value
}
