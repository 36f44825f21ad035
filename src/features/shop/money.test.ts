import { describe, expect, test } from 'vitest'
import fc from '#test/property.ts'
import { totalsOf } from './money.ts'

const rates = { shipping: 1000, freeAbove: 10_000, taxPercent: 10 }
const one = (price: number, quantity = 1) => [{ price, quantity }]

describe('totals', () => {
  test('follow the specification: goods of KES 50 cost 50 + 10 + 5 = 65', () => {
    expect(totalsOf(one(5000), 'delivery', rates)).toEqual({ subtotal: 5000, shipping: 1000, tax: 500, total: 6500 })
  })

  test('have free shipping above KES 100, but not at exactly KES 100', () => {
    expect(totalsOf(one(10_000), 'delivery', rates).shipping).toBe(1000)
    expect(totalsOf(one(10_001), 'delivery', rates).shipping).toBe(0)
    expect(totalsOf(one(2500, 4), 'delivery', rates).shipping).toBe(1000)
  })

  test('have no shipping for collected goods or an empty cart', () => {
    expect(totalsOf(one(5000), 'collection', rates)).toEqual({ subtotal: 5000, shipping: 0, tax: 500, total: 5500 })
    expect(totalsOf([], 'delivery', rates)).toEqual({ subtotal: 0, shipping: 0, tax: 0, total: 0 })
  })

  test.each([
    [104, 10, 10],
    [105, 10, 11],
    [149, 1, 1],
    [150, 1, 2],
    [49, 1, 0],
    [333, 16, 53],
  ])('round the tax on %i at %i per cent to %i', (price, taxPercent, tax) => {
    expect(totalsOf(one(price), 'collection', { ...rates, taxPercent }).tax).toBe(tax)
  })

  const amount = fc.integer({ min: 0, max: 100_000_000 })
  const lines = (most: { price: number; quantity: number }) =>
    fc.array(
      fc.record({
        price: fc.integer({ min: 100, max: most.price }),
        quantity: fc.integer({ min: 1, max: most.quantity }),
      }),
      { maxLength: 50 },
    )
  // Small amounts are included, because otherwise delivery would be free for nearly every cart.
  const Lines = fc.oneof(lines({ price: 100_000_000, quantity: 1000 }), lines({ price: 100_000, quantity: 10 }))
  const Rates = fc.record({ shipping: amount, freeAbove: amount, taxPercent: fc.integer({ min: 0, max: 100 }) })

  /** Returns the tax rounded half up, computed in parts, without BigInt and without fractions. */
  function taxByDigits(subtotal: number, percent: number): number {
    const hundreds = Math.trunc(subtotal / 100)
    const rest = (subtotal % 100) * percent
    return hundreds * percent + Math.trunc(rest / 100) + (rest % 100 >= 50 ? 1 : 0)
  }

  test('are exact and never negative, for any cart at any rates', () => {
    const counts = { free: 0, paid: 0 }
    fc.assert(
      fc.property(Lines, Rates, fc.constantFrom('delivery', 'collection'), (lines, some, delivery) => {
        const totals = totalsOf(lines, delivery, some)
        const sum = lines.reduce((all, { price, quantity }) => all + BigInt(price) * BigInt(quantity), 0n)
        expect(BigInt(totals.subtotal)).toBe(sum)
        expect(totals.tax).toBe(taxByDigits(totals.subtotal, some.taxPercent))
        const ships = delivery === 'delivery' && lines.length > 0 && sum <= BigInt(some.freeAbove)
        expect(totals.shipping).toBe(ships ? some.shipping : 0)
        expect(BigInt(totals.total)).toBe(sum + BigInt(totals.shipping) + BigInt(totals.tax))
        for (const each of Object.values(totals)) expect(Number.isSafeInteger(each) && each >= 0).toBe(true)
        counts[ships ? 'paid' : 'free'] += 1
      }),
      { numRuns: 1000 },
    )
    expect(Math.min(counts.free, counts.paid)).toBeGreaterThan(50)
  })

  test('don’t depend on how the lines are split', () => {
    fc.assert(
      fc.property(Lines, Rates, (lines, some) => {
        const apart = lines
          .slice(0, 5)
          .flatMap(({ price, quantity }) => Array(Math.min(quantity, 20)).fill({ price, quantity: 1 }))
        const together = lines.slice(0, 5).map(({ price, quantity }) => ({ price, quantity: Math.min(quantity, 20) }))
        expect(totalsOf(apart, 'delivery', some)).toEqual(totalsOf(together.toReversed(), 'delivery', some))
      }),
    )
  })
})
