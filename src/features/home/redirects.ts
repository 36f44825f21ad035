import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'

const firstChild: Record<string, string> = {
  '/language': '/language/vocabulary',
  '/culture': '/culture/practices',
  '/traditions': '/traditions/ceremonies',
}

/** A part's own address leads to its first child (spec §2). */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url)
  throw redirect(firstChild[pathname.replace(/\/$/, '')] ?? '/')
}
