/** Free space on the disks that hold the site's files and, if it is on this machine, its database. */
export type DiskState = {
  /** Bytes free on the disk that is closest to its reserve. */
  free: number
  /** Bytes that uploads must leave free, so that the database can go on writing. */
  reserve: number
  /** `low`: less than twice the reserve is free. `full`: uploads are refused. */
  level: 'fine' | 'low' | 'full'
}

/** Watches the disks of this machine, unless both files and database are elsewhere. */
export type Disk = {
  /** Returns the current state, or null if there is nothing to watch. */
  state(): Promise<DiskState | null>
  /** Throws NoRoom if an upload of this size would leave less than the reserve. */
  requireRoom(bytes: number): Promise<void>
}
