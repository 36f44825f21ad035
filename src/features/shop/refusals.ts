import { catalogue } from '#core/language.ts'

/** What the server says when it refuses something of the shop; `money` is an amount as it is read, "KES 50.00". */
export const refusals = catalogue('shop/refusals', {
  twice: 'This is in the order twice: please order it once, with the number you want.',
  twoSellers: 'These goods are of different sellers: please order from each of them.',
  address: 'Please say where it is to be sent.',
  notForSale: 'Something in this order is not for sale any more. Please take it out and order again.',
  itemNotForSale: 'This is not for sale any more.',
  ownProduct: 'You sell this yourself, so you can’t order it.',
  outOfStock: 'There is less left of something than you ordered. Please change the number and order again.',
  left: (pieces: number) => (pieces === 0 ? 'This is sold out.' : `Only ${pieces} left.`),
  priceChanged: 'A price has changed. Please look at it and order again.',
  priceNow: (money: string) => `The price is now ${money}.`,
  referenceUsed: 'This M-Pesa code was given for another order. Please look at your message again.',
  noPayment: 'This order does not wait for an M-Pesa code any more.',
  sayWhy: 'Please say why: the other one reads it.',
  movedOn: 'This order has changed meanwhile. Please look at it again.',
  notYourMove: 'This is for the other one to do.',
  cartFull: 'Your cart holds 50 different things. Please order some of them first.',
  asked: 'You have asked already. An admin decides soon.',
  sellerAlready: 'You are a seller already.',
  decided: 'This has been decided already.',
})
