import type { Readable } from 'node:stream'

/** File storage by key, in a local folder or an S3 bucket. Keys are relative paths of [a-z0-9/._-]. */
export type Storage = {
  /** Stores the complete stream or nothing: an interrupted stream leaves no file. */
  put(key: string, body: Readable, options?: { contentType?: string; size?: number }): Promise<void>
  /** Returns bytes `start` to `end` inclusive, or all. Throws NotFound if the key is missing. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Makes the file available at a path of this machine, where it may only be read. Throws NotFound. */
  provide(key: string, path: string): Promise<void>
  /** Returns the size in bytes, or undefined if the key is missing. */
  size(key: string): Promise<number | undefined>
  copy(from: string, to: string): Promise<void>
  /** Does nothing if the key is missing. */
  remove(key: string): Promise<void>
  /** Lists all keys below a folder, in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** Throws if the storage can't be written to. */
  check(): Promise<void>
  /**
   * Returns a URL that accepts exactly `size` bytes by PUT, directly to the bucket. A local folder lacks this method.
   */
  presignPut?(key: string, upload: { size: number; contentType: string; ttlSeconds: number }): Promise<string>
}
