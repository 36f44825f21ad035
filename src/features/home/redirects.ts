import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'

const firstChild: Record<string, string> = {
  '/language': '/language/vocabulary',
  '/culture': '/culture/practices',
  '/traditions': '/traditions/ceremonies',
}

/** Redirects a section's URL to the section's first page (spec 4.1). */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  throw redirect(firstChild[pathname.replace(/\/$/, '')] ?? '/')
}
