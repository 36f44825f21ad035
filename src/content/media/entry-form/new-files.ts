import { idPattern } from '#core/id.ts'
import { placeLastsMs } from '#web/outbox/held-files.ts'

/** Times, in ms by this device's clock, until which the server stores files that no entry has, by their addresses. */
export type Until = Record<string, number>

const address = new RegExp(`/files/${idPattern}`, 'g')

/** Returns `before` with the files in `content` that the entry `base` doesn't have and that are new. */
export function untilOf(base: unknown, content: unknown, before: Until): Until {
  const saved = JSON.stringify(base)
  const addresses = (JSON.stringify(content).match(address) ?? []).filter((one) => !saved.includes(one))
  const until = Date.now() + placeLastsMs
  return { ...Object.fromEntries(addresses.map((one) => [one, until])), ...before }
}

/** Returns whether a text names a file that the server has deleted by now. */
export function isExpired(text: string, until: Until): boolean {
  return (text.match(address) ?? []).some((one) => (until[one] ?? Number.POSITIVE_INFINITY) < Date.now())
}

/**
 * Returns a form's values without the files that the server has deleted. In lists they are only marked (`isGone`),
 * because this device may have a copy.
 */
export function withoutExpired<T>(value: T, until: Until): T {
  if (typeof value === 'string')
    return value.replace(/<img\b[^>]*>/g, (image) => (isExpired(image, until) ? '' : image)) as T
  if (typeof value !== 'object' || value === null) return value
  const isGone = (part: { url?: unknown } | null) => typeof part?.url === 'string' && isExpired(part.url, until)
  if (Array.isArray(value))
    return value.map((one) => (isGone(one) ? { ...one, isGone: true } : withoutExpired(one, until))) as T
  const present = Object.entries(value).filter(([, part]) => !isGone(part))
  return Object.fromEntries(present.map(([name, part]) => [name, withoutExpired(part, until)])) as T
}
