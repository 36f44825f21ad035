import { setTimeout as sleep } from 'node:timers/promises'
import type { Load, Loaded } from './load.ts'
import type { Plan } from './measure.ts'
import { enter } from './member.ts'
import type { Site } from './site.ts'
import type { Worker } from './worker.ts'

export const requestsPerSecond = 200
export const loginsPerSecond = 5

type Listed = Pick<Loaded, 'p50' | 'p99'> & { perSecond: number }

/** A list at a fixed rate, alone and with concurrent logins; times in ms. */
export type LoginRound = { alone: Listed; beside: Listed }

/** Measures how long a member waits for the article list while others log in: each login costs an Argon2 hash. */
export async function measureLogins(plan: Plan, site: Site, load: Worker, signal: AbortSignal): Promise<LoginRound[]> {
  const list = async (seconds: number): Promise<Listed> => {
    const options: Load = {
      url: site.url,
      paths: ['/api/articles?limit=10'],
      connections: plan.connections,
      seconds,
      perSecond: requestsPerSecond,
      token: site.tokens.member,
    }
    const done = await load.ask<Loaded>(options)
    if (done.failed) throw new Error(`${done.failed} requests of the list failed.`)
    return { perSecond: done.requests / done.seconds, p50: done.p50, p99: done.p99 }
  }
  await list(plan.warmUpSeconds)
  const rounds: LoginRound[] = []
  while (rounds.length < plan.rounds) {
    signal.throwIfAborted()
    const alone = await list(plan.seconds)
    const stopLogins = new AbortController()
    const signingIn = signInUntil(stopLogins.signal, site)
    const beside = await list(plan.seconds)
    stopLogins.abort()
    await signingIn
    rounds.push({ alone, beside })
  }
  console.log('Measured: the article list during logins')
  return rounds
}

/** Logs in at the fixed rate, however long each takes. Throws if one is refused. */
async function signInUntil(stopped: AbortSignal, site: Site): Promise<void> {
  const pending: Promise<unknown>[] = []
  while (!stopped.aborted) {
    pending.push(enter(site.url, 'login'))
    await sleep(1000 / loginsPerSecond)
  }
  await Promise.all(pending)
}
