import { get, set, update } from 'idb-keyval'
import { toleranceMs } from './lease.ts'
import { openStore } from './store.ts'

/** The account of this device and the server's time. */
export type Device = {
  account: { id: string } | null
  /** Difference between the server's clock and this device's, in ms. */
  offset: number
  /** Latest date of an answer, in ms. */
  answered: number
  /**
   * Latest time seen, to the minute, in ms by the server's clock. An earlier time means that the clock was set back.
   */
  latest: number
}

const minute = 60 * 1000
const initialDevice: Device = { account: null, offset: 0, answered: 0, latest: 0 }

const store = openStore('urithi-offline', 'device')

export async function readDevice(): Promise<Device> {
  return (await get<Device>('device', store).catch(() => undefined)) ?? initialDevice
}

/** Updates the record atomically; does nothing if the browser refuses storage. */
async function change(apply: (device: Device) => Device): Promise<void> {
  await update<Device>('device', (device) => apply(device ?? initialDevice), store).catch(() => {})
}

export function setAccount(account: Device['account']): Promise<void> {
  return change((device) => ({ ...device, account }))
}

/** Updates the difference from the server's clock. @param date the date of an answer, in ms */
export function learnClock(date: number): Promise<void> {
  if (!Number.isFinite(date)) return Promise.resolve()
  // An answer from the browser's cache has an earlier date.
  return change((device) =>
    date < device.answered - toleranceMs
      ? device
      : { ...device, offset: date - Date.now(), answered: date, latest: date },
  )
}

/** The server's time in ms and the account whose content may be shown. */
export type Present = {
  /** It is undefined if this device's clock was set back, because no lease can be checked then. */
  now: number | undefined
  /** It is undefined for a guest. An account whose session has expired stays until the server says so. */
  account: string | undefined
}

export async function present(): Promise<Present> {
  const { account, offset, latest } = await readDevice()
  const now = Date.now() + offset
  if (now < latest - toleranceMs) return { now: undefined, account: account?.id }
  if (now > latest + minute) await change((device) => ({ ...device, latest: Math.max(device.latest, now) }))
  return { now, account: account?.id }
}

/** The forms stored on this device, with their account, build and size in bytes. */
export type FormsRecord = { account: string; build: string; pages: string[]; at: number; bytes: number }

export async function readForms(): Promise<FormsRecord | undefined> {
  return get<FormsRecord>('forms', store).catch(() => undefined)
}

export function setForms(record: FormsRecord | undefined): Promise<void> {
  return set('forms', record, store).catch(() => {})
}

/** Returns the time of a maintenance task's last run, or 0. */
export function lastTime(name: string): Promise<number> {
  return get<number>(name, store).then(
    (at) => at ?? 0,
    () => 0,
  )
}

export function setLastTime(name: string, at: number): Promise<void> {
  return set(name, at, store).catch(() => {})
}
