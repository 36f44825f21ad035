/** Pieces of one product in a cart or an order, and different products in one. */
export const mostPieces = 1000
export const mostLines = 50
