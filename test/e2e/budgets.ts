/**
 * What a page may cost, in bytes as they are sent (compressed, without headers), by kind, from an empty browser; pictures of
 * entries apart. `:id` is an entry of that list. Raise a number only with the reason beside it.
 */
export const budgets: Record<string, { script: number; style: number; document: number; all: number }> = {
  '/': reading(),
  '/language/vocabulary': reading(),
  '/language/vocabulary/:id': reading(),
  '/language/vocabulary?q=one': reading(),
  '/language/proverbs': reading(),
  '/culture/practices': reading(),
  '/artifacts': reading(),
  '/social-structure': reading(),
  '/shop': reading(),
  '/search?q=one': reading(),
  '/about': reading(),
  // React, the router, the feed and its forms' frame; what is opened by a press comes then.
  '/dashboard': { script: 176 * 1024, style: 16 * 1024, document: 12 * 1024, all: 200 * 1024 },
}

/** A page without a framework: 8 KB of script, 28 KB in all. */
function reading() {
  return { script: 8 * 1024, style: 9 * 1024, document: 16 * 1024, all: 28 * 1024 }
}
