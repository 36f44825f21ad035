import { catalogue } from '#text/language.ts'

export const refusals = catalogue('shop/refusals', {
  twice: 'This product is in the order twice. Order it once, with the number you want.',
  twoSellers: 'These products are from different sellers. Order from each seller separately.',
  address: 'Enter a delivery address.',
  notForSale: 'Something in this order is no longer for sale. Remove it and order again.',
  itemNotForSale: 'This is no longer for sale.',
  ownProduct: 'You can’t order your own product.',
  outOfStock: 'There isn’t enough stock. Change the quantity and order again.',
  left: (pieces: number) => (pieces === 0 ? 'This is sold out.' : `Only ${pieces} left.`),
  priceChanged: 'A price has changed. Check it and order again.',
  priceNow: (money: string) => `The price is now ${money}.`,
  referenceUsed: 'This M-Pesa code was used for another order. Check your M-Pesa message.',
  noPayment: 'This order no longer needs an M-Pesa code.',
  sayWhy: 'Enter a reason. The other person will read it.',
  movedOn: 'This order has changed. Check it again.',
  notYourMove: 'Only the other person can do this.',
  cartFull: 'Your cart is full (50 products). Order some of them first.',
  asked: 'You’ve already asked. An admin will decide.',
  sellerAlready: 'You’re already a seller.',
  decided: 'This has already been decided.',
})
