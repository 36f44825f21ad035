/** The steps that an admin ticks on a new site. They have a file of their own so that the feed loads no schema. */
export const checklistItems = ['siteName', 'mail', 'backup', 'https', 'secondFactor'] as const
