/** Formats an amount in minor units, the same in every language: "KES 1,100", "KES 50.50". */
export function money(minor: number, currency: string): string {
  const digits = minor % 100 === 0 ? 0 : 2
  const parts = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${currency} ${new Intl.NumberFormat('en-KE', parts).format(minor / 100)}`
}

/**
 * Parses a typed amount ("50", "50.00", "50,5", "1,100", "KES 1,100.50", "50/=") to minor units, or null. A point or
 * comma before the last one or two digits separates cents; a comma or space before three digits separates thousands.
 */
export function minorUnits(typed: string): number | null {
  const cleaned = typed
    .trim()
    .replace(/^(kes|ksh)\.?\s*/i, '')
    .replace(/\s*\/[=-]?$/, '')
  const [, shillings = '', cents = ''] = /^(\d+|\d{1,3}(?:[,\s]\d{3})+)(?:[,.](\d{1,2}))?$/.exec(cleaned) ?? []
  if (shillings === '') return null
  const minor = Number(shillings.replace(/\D/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
