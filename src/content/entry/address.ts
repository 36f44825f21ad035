const lists: Record<string, string> = {
  article: '/articles',
  artifact: '/artifacts',
  conservation: '/conservation',
  event: '/events',
  heritage: '/heritage',
  media: '/media',
  poem: '/language/poems',
  product: '/shop',
  proverb: '/language/proverbs',
  vocabulary: '/language/vocabulary',
}

/** What the people in an entry agreed to: a page for keepers, its author, and whoever gave a consent. */
export function consentsPage({ id }: { id: string }): string {
  return `/dashboard/consents/${id}`
}

/** The public page of an entry of any type. */
export function pageOf({ type, id }: { type: string; id: string }): string {
  return `${lists[type] ?? `/${type}`}/${id}`
}

const forms: Record<string, string> = {
  artifact: 'artifacts',
  conservation: 'conservation',
  heritage: 'heritage',
  poem: 'poems',
  product: 'products',
  proverb: 'proverbs',
  vocabulary: 'linguistics',
}

/** The form that changes an entry of the archive, or a product. */
export function changePageOf({ type, id }: { type: string; id: string }): string {
  return `/contribute/${forms[type] ?? type}?id=${id}`
}
