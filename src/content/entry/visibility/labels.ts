/**
 * Labels that ask readers to treat an entry with care, like the TK Labels of Local Contexts, in display order.
 * `text.ts` has their wording.
 */
export const labels = [
  'attribution',
  'verified',
  'community',
  'noncommercial',
  'commercial',
  'outreach',
  'seasonal',
  'women',
  'men',
  'sacred',
] as const
export type Label = (typeof labels)[number]

/** Labels that keep an entry and linked entries out of the shop. */
export const againstSale: readonly Label[] = ['noncommercial', 'sacred']
/** Labels with which a recording doesn't leave the site as a film. */
export const againstFilms: readonly Label[] = ['community', 'seasonal', 'women', 'men', 'sacred']
