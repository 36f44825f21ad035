import { useSyncExternalStore } from 'react'
import { hasRole, type Role } from '#core/permission.ts'
import { dropSession, hasEnded, storeUser } from '#src/offline/token.ts'
import { local, subscribe, tell } from '../storage.ts'

/** The account as stored by the browser under `user` (spec 22.2). */
export type User = {
  id: string
  name: string
  email: string
  avatar: string | null
  roles: Role[]
  isPremium: boolean
  emailVerified?: boolean
  /** False until an admin admits the account. */
  admitted?: boolean
  /** True if a role of the account requires a second factor that the account does not have yet. */
  secondFactorMissing?: boolean
}

const checkEveryMs = 60_000
const forgetListeners = new Set<() => void>()
let cached: { token: string | null; stored: string | null; user: User | null } = {
  token: null,
  stored: null,
  user: null,
}

/** Returns the stored token, or null on the server and for a guest. */
export function readToken(): string | null {
  return typeof document === 'undefined' ? null : local.read('token')
}

/** Stores a change to the signed-in account, which every tab then shows. */
export function updateUser(user: User): void {
  if (!readToken()) return
  storeUser(user)
  tell()
}

/** Returns whether the signed-in account has the role (admins have all). For display only: the server decides. */
export function useHasRole(role: Role): boolean {
  return hasRole(useUser(), role)
}

let leaving = false
/** True once this page is being left, because a second navigation would cancel the first. */
let isGone = false

/** Ends the session with `end`, then leaves; stays if `end` rejects. Ignores refusals of other requests meanwhile. */
export async function leaveAfter(end: () => Promise<unknown>): Promise<void> {
  leaving = true
  try {
    await end()
  } finally {
    leaving = false
  }
  leave('left')
}

/**
 * Removes the session from this device. `refused` by the server leads to the login page, unless it is open; `expired`
 * and `left` lead to the home page.
 */
export function leave(why: 'refused' | 'expired' | 'left'): void {
  if (isGone || (why === 'refused' && leaving)) return
  forget()
  // Logging out ends push notifications; an expired session continues them after the next login.
  if (why === 'left') local.write('push', null)
  const { pathname, search } = location
  if (why === 'refused' && pathname === '/login') return
  isGone = true
  location.assign(why === 'refused' ? `/login?redirect=${encodeURIComponent(pathname + search)}` : '/')
}

/** Calls `listener` whenever an account leaves this device; returns a function that stops. */
export function onForget(listener: () => void): () => void {
  forgetListeners.add(listener)
  return () => forgetListeners.delete(listener)
}

/** Removes the session from this device and stays on the page. */
export function forget(): void {
  for (const listener of forgetListeners) listener()
  dropSession()
  tell()
}

/** Returns the signed-in user, or null; also outside of React. */
export function readUser(): User | null {
  if (typeof document === 'undefined') return null
  const token = readToken()
  const stored = local.read('user')
  if (token !== cached.token || stored !== cached.stored)
    cached = { token, stored, user: token && stored ? (JSON.parse(stored) as User) : null }
  return cached.user
}

/** Returns the signed-in user, or null; follows logins and logouts of every tab. */
export function useUser(): User | null {
  return useSyncExternalStore(subscribe, readUser, () => null)
}

/** Checks the session every 60 s and when another tab changes it; returns a function that stops. */
export function watchSession(): () => void {
  const mine = readUser()?.id
  const check = () => {
    if (!readToken()) leave('expired')
    // If another tab has logged in to another account, nothing of the first may stay on screen.
    else if (mine && readUser()?.id !== mine) location.reload()
  }
  // A page that was left may be shown again from the browser's memory.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    isGone = false
    check()
  }
  // An expired token that opens a page is refused at the page's first request.
  const timer = setInterval(async () => {
    const token = readToken()
    if (token && (await hasEnded(token))) leave('expired')
  }, checkEveryMs)
  addEventListener('storage', check)
  addEventListener('pageshow', comeBack)
  check()
  return () => {
    clearInterval(timer)
    removeEventListener('storage', check)
    removeEventListener('pageshow', comeBack)
  }
}
