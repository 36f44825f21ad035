import { createStore, get, set, type UseStore, update } from 'idb-keyval'

/** Who is signed in on this device, and what time it is by the server. */
export type Device = {
  /** `exp` of its token, in seconds by the server's clock. */
  account: { id: string; exp: number } | null
  /** What is to be added to this device's clock to have the server's, in ms. */
  offset: number
  /** The latest date of an answer, in ms. */
  answered: number
  /** The latest moment seen, to the minute, by the server's clock in ms: the clock was set back when it is earlier than this. */
  latest: number
}

const minute = 60 * 1000
const day = 24 * 60 * minute
/** What not everybody may see is shown for so long after the server last allowed it, with or without a network. */
export const leaseMs = 7 * day
/** Two answers may overtake each other by so much. */
const toleranceMs = 5 * minute
const unknown: Device = { account: null, offset: 0, answered: 0, latest: 0 }

let opened: UseStore | undefined
const store = () => {
  opened ??= createStore('urithi-offline', 'device')
  return opened
}

export async function readDevice(): Promise<Device> {
  return (await get<Device>('device', store()).catch(() => undefined)) ?? unknown
}

/** Changes it in one step; a device that keeps nothing stays as it is. */
async function change(to: (device: Device) => Device): Promise<void> {
  await update<Device>('device', (device) => to(device ?? unknown), store()).catch(() => {})
}

export function setAccount(account: Device['account']): Promise<void> {
  return change((device) => ({ ...device, account }))
}

/** The server's clock, learnt anew from its answer. @param date of the answer, in ms */
export function learnClock(date: number): Promise<void> {
  if (!Number.isFinite(date)) return Promise.resolve()
  // An answer that the browser had kept tells an earlier time.
  return change((device) =>
    date < device.answered - toleranceMs
      ? device
      : { ...device, offset: date - Date.now(), answered: date, latest: date },
  )
}

/** What holds now, read from the device once: the time by the server's clock in ms, and whose things may be shown. */
export type Present = {
  /** Undefined when this device's clock was set back, and so nothing is certain. */
  now: number | undefined
  /** Undefined for a guest, once the session is over, and in doubt. */
  account: string | undefined
}

export async function present(): Promise<Present> {
  const { account, offset, latest } = await readDevice()
  const now = Date.now() + offset
  if (now < latest - toleranceMs) return { now: undefined, account: undefined }
  if (now > latest + minute) await change((device) => ({ ...device, latest: Math.max(device.latest, now) }))
  return { now, account: account && account.exp * 1000 > now ? account.id : undefined }
}

/** Whether what the server allowed at that moment (ms, by its clock) may still be shown without asking it. */
export function isLeased(confirmed: number, now: number | undefined): boolean {
  return now !== undefined && confirmed <= now + toleranceMs && now - confirmed < leaseMs
}

/** Remembers a moment of this device's own work, such as the last look for what is gone. */
export function lastTime(name: string): Promise<number> {
  return get<number>(name, store()).then(
    (at) => at ?? 0,
    () => 0,
  )
}

export function setLastTime(name: string, at: number): Promise<void> {
  return set(name, at, store()).catch(() => {})
}
