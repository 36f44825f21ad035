import type { Readable } from 'node:stream'

/** Bytes by key, in a local folder or an S3 bucket. A key is a relative path of [a-z0-9/._-]. */
export type Storage = {
  /** Stores the stream whole or not at all: a cut stream leaves nothing under the key. */
  put(key: string, body: Readable, options?: { contentType?: string; size?: number }): Promise<void>
  /** Bytes `start` to `end` inclusive, or all. Throws NotFound when the key is missing. */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Bytes, or undefined when the key is missing. */
  size(key: string): Promise<number | undefined>
  copy(from: string, to: string): Promise<void>
  /** Removing a missing key is no error. */
  remove(key: string): Promise<void>
  /** Every key below a folder, in no order. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** Answers when the storage can be written to, else throws. */
  check(): Promise<void>
  /** S3 only: an address that takes exactly `size` bytes by PUT, straight to the bucket. */
  presignPut?(key: string, upload: { size: number; contentType: string; ttlSeconds: number }): Promise<string>
}
