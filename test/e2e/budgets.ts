/**
 * Maximum number of bytes that a first visit may receive, by page and type (compressed, without headers and entries'
 * files). `:word` and the like are replaced by ids. If you raise a number, give the reason beside it.
 */
export const budgets: Record<string, { script: number; style: number; document: number; all: number }> = {
  '/': reading(),
  '/language/vocabulary': reading(),
  '/language/vocabulary/:word': reading(),
  '/language/vocabulary?q=one': reading(),
  '/language/proverbs': reading(),
  '/culture/practices': reading(),
  '/artifacts': reading(),
  '/social-structure': reading(),
  '/explore': reading(),
  '/recordings': reading(),
  '/events': reading(),
  '/articles/:article': reading(),
  '/events/:event': reading(),
  '/media/:recording': reading(),
  '/people/:person': reading(),
  '/shop': reading(),
  '/search?q=one': reading(),
  '/about': reading(),
  '/login': reading(),
  '/register': reading(),
  '/forgot-password': reading(),
  '/reset-password': reading(),
  '/verify-email?token=sample': reading(),
  // This covers React, the router, the frame with its menus and the feed. The composer loads at the first press.
  '/dashboard': { script: 150 * 1024, style: 14 * 1024, document: 8 * 1024, all: 172 * 1024 },
}

/** Returns the budget of a page without a framework: 8 KB of script, 27 KB in total. */
function reading() {
  return { script: 8 * 1024, style: 9 * 1024, document: 15 * 1024, all: 27 * 1024 }
}
