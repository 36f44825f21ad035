import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { operations } from '#src/operations.ts'
import { isUsedInside } from './files.ts'
import type { Names } from './names.ts'

const root = dirname(dirname(import.meta.dirname))

/** Throws, with what to do, if a new type can't have these names because something else has one of them. */
export function refuseTaken({ folder, name, Name, names, path, table, rows }: Names) {
  if (existsSync(join(root, 'src/content', folder))) throw new Error(`The type “${folder}” already exists.`)
  if (name in operations) throw new Error(`“${name}” is taken in src/operations.ts: please choose another name.`)
  for (const word of [name, Name, names, rows])
    if (isReserved(word) || isUsedInside(word))
      throw new Error(`“${word}” means something else in the code of a type: please choose another name.`)
  const paths = Object.values(operations).flatMap((group) => Object.values(group).map((row) => row.path.split('/')[1]))
  if (paths.includes(path)) throw new Error(`The address /api/${path} is taken: please choose another --plural.`)
  if (tables().includes(`public.${table}`))
    throw new Error(`The table “${table}” already exists: please choose another --plural.`)
}

function isReserved(word: string): boolean {
  try {
    new Script(`'use strict'; const ${word} = 0`)
    return false
  } catch {
    return true
  }
}

function tables(): string[] {
  const last = String(migrations().at(-1)?.idx ?? 0).padStart(4, '0')
  const snapshot = readFileSync(join(root, `migrations/meta/${last}_snapshot.json`), 'utf8')
  return Object.keys((JSON.parse(snapshot) as { tables: object }).tables)
}

type Journal = { entries: { idx: number; tag: string }[] }

/** Returns the migrations so far, oldest first. */
export function migrations(): Journal['entries'] {
  return (JSON.parse(readFileSync(join(root, 'migrations/meta/_journal.json'), 'utf8')) as Journal).entries
}
