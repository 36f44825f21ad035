/**
 * Stories that people tell the keepers. They are entries, but no list, count or search shows them, and they have no
 * page.
 */
export const kind = { type: 'suggestion', table: 'suggestions', list: '/keepers/suggestions' } as const
