import { Invalid } from '../errors.ts'
import { refusals } from '../refusals.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Maximum nesting, so that code that walks the result can recurse safely. */
const maxDepth = 32
/** Maximum number of brackets, braces, commas and quotes: checking and parsing them takes a few MB and milliseconds. */
const maxParts = 100_000

/**
 * Parses untrusted JSON. Checks its structure first, because a few bytes (`{},`) can become an object many times their
 * size. Throws Invalid for JSON that is malformed, nested too deeply or made of too many parts.
 */
export function parseJson(bytes: Buffer): unknown {
  requireModestStructure(bytes)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Invalid(refusals.noJson)
  }
}

function requireModestStructure(bytes: Buffer): void {
  let depth = 0
  let parts = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    // Skips to the end of a string, because most of a large body is usually one long string.
    if (inString) at = bytes.indexOf(quote, at)
    if (at < 0) return
    const byte = bytes[at]
    if (byte === quote) inString = inString && isEscaped(bytes, at) ? true : !inString
    else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) depth--
    else if (byte !== comma) continue
    if (depth > maxDepth || ++parts > maxParts) throw new Invalid(refusals.tooComplex)
  }
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let backslashes = 0
  while (bytes[at - 1 - backslashes] === backslash) backslashes++
  return backslashes % 2 === 1
}
