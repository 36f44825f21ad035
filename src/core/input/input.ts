import { cleanFileName } from '#text/file-name.ts'
import { Invalid } from '../errors.ts'
import { mended } from './mend.ts'
import { sentences } from './sentences.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
const plain = /^[\t\n\x20-\x7e]*$/

/**
 * Returns the input with all field names, and all texts except passwords, in NFC with newlines as line breaks and
 * without invisible marks. Throws Invalid for control characters below U+0020 other than line breaks and tabs, and for
 * lone surrogates. Names of files are cleaned instead, because people can't change what a device wrote into them.
 */
export function normalizeInput(input: unknown, path: readonly string[] = []): unknown {
  if (typeof input === 'string') return normalizeText(input, path)
  if (Array.isArray(input)) return input.map((value, at) => normalizeInput(value, [...path, String(at)]))
  if (!isRecord(input)) return input
  const entries = Object.entries(input).map(([name, value]) => [
    normalizeText(name, path),
    isExact(name) && typeof value === 'string'
      ? requireEncodable(value, [...path, name])
      : normalizeInput(name === 'filename' ? cleaned(value) : value, [...path, name]),
  ])
  return Object.fromEntries(entries)
}

/**
 * Returns whether a field stays exactly as it is. A search is mended by its schema (`searchTerm`). The key of a page is
 * compared with stored values. Of a password only its hash is stored, and some were hashed before input was normalized.
 */
function isExact(name: string): boolean {
  return name === 'q' || name === 'lastKey' || /password$/i.test(name)
}

/** Returns the text. Throws Invalid for what UTF-8 or PostgreSQL can't represent: lone surrogates and NUL. */
function requireEncodable(text: string, path: readonly string[]): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw new Invalid(undefined, [{ path: path.join('.'), message: sentences.hidden }])
  return text
}

function cleaned(name: unknown): unknown {
  return typeof name === 'string' ? cleanFileName(name) : name
}

/** Returns whether a text has no lone surrogates, and below U+0020 no characters other than tabs and line breaks. */
export function isStorable(text: string): boolean {
  return plain.test(text) || (!control.test(text) && text.isWellFormed())
}

function normalizeText(text: string, path: readonly string[]): string {
  if (plain.test(text)) return text
  const result = mended(text).normalize('NFC')
  if (!isStorable(result)) throw new Invalid(undefined, [{ path: path.join('.'), message: sentences.hidden }])
  return result
}

/** Returns whether a value is a plain object. `normalizeInput` returns instances of classes unchanged. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Returns whether an address contains a percent-encoded control character that `normalizeInput` refuses. */
export function hasControlCharacter(address: string): boolean {
  return /%(?:0[0-8ef]|1[\da-f])/i.test(address)
}
