/** A script that runs in the page. It may only use its arguments, which are sent as JSON like its result. */
// biome-ignore lint/suspicious/noExplicitAny: each script has arguments of its own
export type PageScript<Result> = (...args: any[]) => Result | Promise<Result>

/** The commands that the W3C's WebDriver and WebDriver BiDi have in common. */
export type Browser = {
  /** Name and version. */
  name: string
  goto(url: string): Promise<void>
  run<Result>(script: PageScript<Result>, ...args: unknown[]): Promise<Result>
  /** Moves the mouse or presses keys: the `actions` of WebDriver's Perform Actions. */
  perform(actions: object[]): Promise<void>
  /** Chooses files in the first file field that the selector matches. */
  chooseFiles(selector: string, paths: string[]): Promise<void>
  screenshot(): Promise<Buffer>
}

/** The smallest phone that the site is designed for. */
export const viewport = { width: 360, height: 740 }
