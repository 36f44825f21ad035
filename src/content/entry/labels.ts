/**
 * What an entry asks of whoever uses it, in the manner of the TK Labels of Local Contexts; what each says is in `text.ts`.
 * In the order they are shown.
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

/** Those that keep an entry, and what belongs to it, out of the shop. */
export const againstSale: readonly Label[] = ['noncommercial', 'sacred']
