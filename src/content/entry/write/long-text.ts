import { Piscina } from 'piscina'
import type { Context } from '#core/context.ts'
import { Busy } from '#core/errors.ts'
import { lexemesOf, type Searched } from '../list/lexemes.ts'
import { type CleanHtml, cleanHtml } from './html.ts'
import type * as work from './long-text-thread.ts'

/** Texts of at least this many characters count as long. Shorter ones take less than 5 ms. */
const longLength = 20_000
const mostWaiting = 32

/** Processes long texts one after another, in a thread that exists only while there are some. */
const thread = new Piscina({
  filename: new URL('./long-text-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  maxQueue: mostWaiting,
  recordTiming: false,
})

/**
 * Cleans the HTML that a member wrote. A long text is cleaned in another thread, because it would hold up everybody
 * else's requests for 100 ms. Throws Busy if too many are waiting.
 */
export async function cleanText({ caller }: Context, dirty: string): Promise<CleanHtml> {
  const { origin } = caller
  return dirty.length < longLength ? cleanHtml(dirty, origin) : inThread('clean', { dirty, origin })
}

/** Returns the lexemes of an entry's vector, like `lexemesOf`. Handles long texts as `cleanText` does. */
export async function findLexemes(type: string, searched: Searched): Promise<string[]> {
  return searched.words.length < longLength ? lexemesOf(type, searched) : inThread('findLexemes', { type, searched })
}

type Work = typeof work

async function inThread<N extends keyof Work>(name: N, input: Parameters<Work[N]>[0]): Promise<ReturnType<Work[N]>> {
  if (thread.queueSize >= mostWaiting) throw new Busy()
  return thread.run(input, { name })
}
