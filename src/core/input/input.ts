import { cleanFileName } from '#text/file-name.ts'
import { Invalid } from '../errors.ts'
import { sentences } from './sentences.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern has to match them
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/
const plain = /^[\t\n\x20-\x7e]*$/

/**
 * Returns the input with all field names, and all texts except passwords, in NFC with newlines as line breaks. Throws
 * Invalid for control characters below U+0020 other than line breaks and tabs, and for lone surrogates.
 * Names of files are cleaned instead, because people can't change what a device wrote into them.
 */
export function normalizeInput(input: unknown, path: readonly string[] = []): unknown {
  if (typeof input === 'string') return normalizeText(input, path)
  if (Array.isArray(input)) return input.map((value, at) => normalizeInput(value, [...path, String(at)]))
  if (!isRecord(input)) return input
  const entries = Object.entries(input).map(([name, value]) => [
    normalizeText(name, path),
    isPassword(name) ? value : normalizeInput(name === 'filename' ? cleaned(value) : value, [...path, name]),
  ])
  return Object.fromEntries(entries)
}

/**
 * Returns whether a field contains a password. Passwords stay exactly as typed: only their hashes are stored, and some
 * were hashed before input was normalized.
 */
function isPassword(name: string): boolean {
  return /password$/i.test(name)
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
  if (!isStorable(text)) throw new Invalid(undefined, [{ path: path.join('.'), message: sentences.hidden }])
  return text.replace(/\r\n?/g, '\n').normalize('NFC')
}

/** Returns whether a value is a plain object. `normalizeInput` returns instances of classes unchanged. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Returns whether an address contains a percent-encoded control character that `normalizeInput` refuses. */
export function hasControlCharacter(address: string): boolean {
  return /%(?:0[0-8bcef]|1[\da-f])/i.test(address)
}
