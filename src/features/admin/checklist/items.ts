/** The items that an admin confirms on a new site. They are not in the schema, which the feed doesn't need. */
export const checklistItems = ['siteName', 'mail', 'backup', 'https', 'secondFactor'] as const
