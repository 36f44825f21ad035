/** Stories that people tell the keepers. They are entries, but in no list, count or search, and have no page. */
export const kind = { type: 'suggestion', table: 'suggestions', list: '/keepers/suggestions' } as const
