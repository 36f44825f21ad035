/** Limits of a cart or an order: pieces of one product, and different products (spec 15.2). */
export const mostPieces = 1000
export const mostLines = 50
