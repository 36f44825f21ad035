/**
 * Stories that people tell the keepers. They are entries, but only the keepers' list and the sender's own list show
 * them. No count or search includes them, and they have no page.
 */
export const kind = { type: 'suggestion', table: 'suggestions', list: '/keepers/suggestions' } as const
