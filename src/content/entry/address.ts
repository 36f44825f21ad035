const lists: Record<string, string> = {
  article: '/articles',
  artifact: '/artifacts',
  conservation: '/conservation',
  event: '/events',
  heritage: '/heritage',
  media: '/media',
  poem: '/language/poems',
  proverb: '/language/proverbs',
  vocabulary: '/language/vocabulary',
}

/** The public page of an entry of any type. */
export function pageOf({ type, id }: { type: string; id: string }): string {
  return `${lists[type] ?? `/${type}`}/${id}`
}
