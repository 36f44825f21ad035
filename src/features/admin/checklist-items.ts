/** What an admin confirms on a new site; apart from the schema, which the feed has no need of. */
export const checklistItems = ['siteName', 'mail', 'backup', 'https'] as const
