import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from './browser.ts'
import { Page } from './page.ts'
import { posting } from './posting.ts'
import { reading } from './reading.ts'

/** Paths of files that a member posts. */
export type Files = { picture: string }

export type Step = { name: string; walk: (page: Page, files: Files) => Promise<void> }

type Options = {
  files: Files
  /** Returns the errors of scripts since the last call. */
  takeErrors: () => string[]
  /** A folder for a screenshot of each step; without it, only failed steps are saved, in a temporary folder. */
  screenshots: string | undefined
  /** The beginning of the screenshots' file names. */
  name: string
}

const steps = [...reading, ...posting]

/** Walks through the site in one browser, prints each step, and returns how many steps failed. */
export async function walk(browser: Browser, url: string, options: Options): Promise<number> {
  const { files, takeErrors, name } = options
  let { screenshots } = options
  const page = new Page(browser, url)
  const everyStep = screenshots !== undefined
  let failed = 0
  let errors = 0
  const began = performance.now()
  console.log(`${browser.name}, ${await browser.run(() => `${innerWidth} x ${innerHeight}`)}`)
  for (const [at, step] of steps.entries()) {
    const stepBegan = performance.now()
    const faults: string[] = []
    await step.walk(page, files).catch((error: Error) => faults.push(error.message))
    const excess = await browser.run(() => document.documentElement.scrollWidth - innerWidth)
    if (excess > 0) faults.push(`The page is ${excess} px wider than the screen.`)
    const scriptErrors = takeErrors()
    errors += scriptErrors.length
    console.log(`  ${faults.length + scriptErrors.length ? 'failed' : 'ok    '} ${seconds(stepBegan)} s  ${step.name}`)
    for (const fault of [...faults, ...scriptErrors]) console.log(`                ${fault}`)
    if (faults.length + scriptErrors.length) {
      failed++
      screenshots ??= mkdtempSync(join(tmpdir(), 'urithi-screenshots-'))
    } else if (!everyStep) continue
    const file = join(screenshots ?? '', `${name} ${String(at + 1).padStart(2, '0')} ${step.name}.png`)
    mkdirSync(screenshots ?? '', { recursive: true })
    writeFileSync(file, await browser.screenshot())
  }
  if (failed > 0) console.log(`  Screenshots are in ${screenshots}.`)
  console.log(
    `${browser.name}: ${steps.length - failed} of ${steps.length} steps passed, ${errors} script errors, ${seconds(began).trim()} s`,
  )
  return failed
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1).padStart(5)
