import { statfs } from 'node:fs/promises'
import type { Disk, DiskState } from '#core/disk.ts'
import { NoRoom } from '#core/errors.ts'
import { log } from '../observability/log.ts'

const MB = 1024 * 1024
/** Default reserve in bytes; a tenth of the disk if that is less. */
const defaultReserve = 1000 * MB

/** Size and free space of a disk in bytes. */
export type Volume = { size: number; free: number }

type Options = {
  /** Folders whose disks are watched; missing ones are skipped. */
  folders: readonly string[]
  /** Bytes; undefined for the default. */
  reserve: number | undefined
  /** Returns the size and free space of a folder's disk, or undefined if the folder is missing. */
  read?: (folder: string) => Promise<Volume | undefined>
}

/**
 * Watches the disks of these folders. Logs once when uploads begin to be refused, and once when they are accepted
 * again.
 */
export function openDisk({ folders, reserve: set, read = readVolume }: Options): Disk {
  let wasFull = false

  async function state(): Promise<DiskState | null> {
    const volumes = (await Promise.all(folders.map(read))).filter((volume) => volume !== undefined)
    const [tightest] = volumes
      .map(({ size, free }) => ({ free, reserve: set ?? Math.min(defaultReserve, size / 10) }))
      .sort((a, b) => a.free - a.reserve - (b.free - b.reserve))
    if (!tightest) return null
    const { free, reserve } = tightest
    const isFull = free < reserve
    if (isFull !== wasFull) note(isFull, free, reserve)
    wasFull = isFull
    return { free, reserve, level: isFull ? 'full' : free < 2 * reserve ? 'low' : 'fine' }
  }

  return {
    state,
    async requireRoom(bytes) {
      const now = await state()
      if (now && now.free - bytes < now.reserve) throw new NoRoom()
    },
  }
}

function note(isFull: boolean, free: number, reserve: number): void {
  const facts = { freeMb: Math.floor(free / MB), reserveMb: Math.floor(reserve / MB) }
  if (isFull) log.warn(facts, 'the disk is nearly full: uploads are refused')
  else log.info(facts, 'the disk has room again: uploads are accepted')
}

async function readVolume(folder: string): Promise<Volume | undefined> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder)
    return { size: bsize * blocks, free: bsize * bavail }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
