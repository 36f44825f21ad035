import { useSyncExternalStore } from 'react'
import { hasRole, type Role } from '#core/permission.ts'
import { forgetPreferences } from './preferences.ts'
import { subscribe, tell } from './storage.ts'

/** The account as the browser keeps it, under `user` (spec §3). */
export type User = {
  id: string
  name: string
  email: string
  avatar: string | null
  roles: Role[]
  isPremium: boolean
  emailVerified?: boolean
  /** False while an admin has yet to admit the account. */
  admitted?: boolean
}

const checkEveryMs = 60_000
const leavers = new Set<(accountId: string) => void>()
let known: { token: string | null; stored: string | null; user: User | null } = {
  token: null,
  stored: null,
  user: null,
}

/** The stored token, or null on the server and for a guest. */
export function readToken(): string | null {
  return typeof localStorage === 'undefined' ? null : localStorage.getItem('token')
}

/** Whether the token's `exp` lies ahead by the server's clock; an unreadable token does not count (spec §4). */
export function isValid(token: string | null): boolean {
  const { exp = 0 } = claimsOf(token)
  return exp * 1000 > Date.now() + Number(localStorage.getItem('clockOffset') ?? 0)
}

/** How much of the token's life lies ahead, from 1 down to 0 and below; 0 for a token that can't be read. */
export function lifeLeft(token: string): number {
  const { iat = 0, exp = 0 } = claimsOf(token)
  const now = (Date.now() + Number(localStorage.getItem('clockOffset') ?? 0)) / 1000
  return exp > iat ? (exp - now) / (exp - iat) : 0
}

/** When the token was made and when it ends, in seconds by the server's clock. */
function claimsOf(token: string | null): { iat?: number; exp?: number } {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return JSON.parse(atob(payload)) as { iat?: number; exp?: number }
  } catch {
    return {}
  }
}

/** Keeps a sign-in. The token was made just now: that tells how far this device's clock is off the server's. */
export function enter({ token, user }: { token: string; user: User }): void {
  localStorage.setItem('token', token)
  // The cookie is this session's now.
  localStorage.removeItem('leaving')
  keepUser(user)
  localStorage.setItem('clockOffset', String((claimsOf(token).iat ?? 0) * 1000 - Date.now()))
  document.documentElement.dataset.signedIn = ''
  tell()
}

/** Takes over what the server says of the signed-in account: every bar and form of every tab follows. */
export function updateUser(user: User): void {
  if (!readToken()) return
  keepUser(user)
  tell()
}

/** Whether the signed-in account holds the role (an admin holds all). The server decides; this only says what to show. */
export function useHasRole(role: Role): boolean {
  return hasRole(useUser(), role)
}

function keepUser({ id, name, email, avatar, roles, isPremium, emailVerified, admitted }: User) {
  const user = { id, name, email, avatar, roles, isPremium, emailVerified, admitted }
  localStorage.setItem('user', JSON.stringify(user))
}

let leaving = false

/** Ends the session by `end`, then leaves. What the server refuses before it has answered that is no news. */
export async function leaveAfter(end: () => Promise<unknown>): Promise<void> {
  leaving = true
  try {
    await end()
  } finally {
    leaving = false
  }
  leave('left')
}

/** Forgets the session on this device: `refused` by the server → log in again; `expired` or `left` → the site's root. */
export function leave(why: 'refused' | 'expired' | 'left'): void {
  if (why === 'refused' && leaving) return
  forget()
  // Who signs out wants nothing more pushed here; whose time is up goes on where they were.
  if (why === 'left') localStorage.removeItem('push')
  const { pathname, search } = location
  if (why === 'refused' && pathname !== '/login')
    location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`)
  else if (why !== 'refused') location.assign('/')
}

/** Calls `listener` when an account leaves this device, however it does; answers a function that stops. */
export function onForget(listener: (accountId: string) => void): () => void {
  leavers.add(listener)
  return () => leavers.delete(listener)
}

/** Forgets the session on this device and stays on the page. */
export function forget(): void {
  const accountId = readUser()?.id
  if (accountId) for (const listener of leavers) listener(accountId)
  for (const name of ['token', 'user', 'clockOffset', 'deviceKey']) localStorage.removeItem(name)
  forgetPreferences()
  delete document.documentElement.dataset.signedIn
  tell()
}

/** The signed-in user, or null; also outside of React. */
export function readUser(): User | null {
  if (typeof localStorage === 'undefined') return null
  const token = readToken()
  const stored = localStorage.getItem('user')
  if (token !== known.token || stored !== known.stored)
    known = { token, stored, user: token && stored ? (JSON.parse(stored) as User) : null }
  return known.user
}

/** The signed-in user, or null; follows sign-ins and sign-outs of every tab. */
export function useUser(): User | null {
  return useSyncExternalStore(subscribe, readUser, () => null)
}

/** Checks the session every 60 s and when another tab signs out; answers a function that stops. */
export function watchSession(): () => void {
  const mine = readUser()?.id
  const check = () => {
    if (!isValid(readToken())) leave('expired')
    // Another tab signed in as somebody else: nothing of the first account may stay on the screen.
    else if (mine && readUser()?.id !== mine) location.reload()
  }
  const timer = setInterval(check, checkEveryMs)
  addEventListener('storage', check)
  check()
  return () => {
    clearInterval(timer)
    removeEventListener('storage', check)
  }
}

/** Where to go after a sign-in: a path of this site, else the dashboard. */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect')
  if (!target) return '/dashboard'
  const url = new URL(target, location.origin)
  // Dots can leave two slashes in front, which would name another site.
  const within = url.origin === location.origin && target.startsWith('/') && !url.pathname.startsWith('//')
  return within ? url.pathname + url.search + url.hash : '/dashboard'
}
