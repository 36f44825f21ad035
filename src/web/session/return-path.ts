import { useLocation } from 'react-router'

type Here = { pathname: string; search: string }

/** Pages that only lead elsewhere, so nobody wants to return to them. Some of their addresses contain a secret. */
const gates = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/cancel-email',
  '/cancel-registration',
  '/undo-factor',
  '/unsubscribe',
]

/**
 * Returns where a login on this page leads: to the page itself or, on the home page and the login pages, to their
 * `redirect`; null means the dashboard. The result depends only on the address, because guests share one copy of each
 * page.
 */
export function returnPath({ pathname, search }: Here): string | null {
  if (!gates.includes(pathname)) return pathname + search
  const path = new URLSearchParams(search).get('redirect')
  return path?.startsWith('/') ? path : null
}

/** Returns `gate` (`/login`, `/register` …) with this page as its `redirect`. */
export function withReturnPath(gate: string, here: Here): string {
  const back = returnPath(here)
  return back === null ? gate : `${gate}?redirect=${encodeURIComponent(back)}`
}

/** Returns a function that does the same as `withReturnPath` for the current page. */
export function useWithReturnPath(): (gate: string) => string {
  const here = useLocation()
  return (gate) => withReturnPath(gate, here)
}
