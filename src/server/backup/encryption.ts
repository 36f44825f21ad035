import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import type { Storage } from '#core/storage.ts'
import { Failure } from './failure.ts'

/** How backups are stored: unencrypted, or in the age format (age-encryption.org). */
export type Seal = {
  sealed: boolean
  /** Returns a file's name: its SHA-256, or a keyed hash of it in encrypted backups. */
  nameOf(sha256: string): string
  /** Returns the stored size of this many bytes. */
  sizeOf(bytes: number): number
  close(plain: Readable): Promise<Readable>
  open(stored: Readable): Promise<Readable>
}

const keyName = 'key.age'
/** Binary logarithm of the work that trying one passphrase takes, about a second (scrypt). */
const defaultWork = 18
/** Loads the library on demand: it takes about 25 MB of memory that sites without encrypted backups don't need. */
const loadAge = () => import('age-encryption')

const plain: Seal = {
  sealed: false,
  nameOf: (sha256) => sha256,
  sizeOf: (bytes) => bytes,
  close: async (stream) => stream,
  open: async (stream) => stream,
}

/**
 * Opens the encryption of a destination. Its key is created once and stored there, encrypted with the passphrase,
 * because deriving a key from a passphrase for each of thousands of files would be too slow. `age -d key.age` prints
 * the identity that decrypts the rest.
 */
export async function openSeal(
  storage: Storage,
  passphrase: string | undefined,
  isNew: boolean,
  work = defaultWork,
): Promise<Seal> {
  if ((await storage.size(keyName)) !== undefined) {
    if (!passphrase) throw new Failure('The existing backups are encrypted. Set BACKUP_PASSPHRASE.')
    return sealOf(await readKey(storage, passphrase))
  }
  if (!passphrase) return plain
  if (!isNew)
    throw new Failure(
      'The existing backups are not encrypted. Set BACKUP_TO to an empty folder or bucket, or unset BACKUP_PASSPHRASE.',
    )
  const { Encrypter, generateX25519Identity } = await loadAge()
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(work)
  const bytes = await encrypter.encrypt(identity)
  await storage.put(keyName, Readable.from([Buffer.from(bytes)]), { size: bytes.length })
  return sealOf(identity)
}

async function readKey(storage: Storage, passphrase: string): Promise<string> {
  const bytes = await buffer(await storage.open(keyName))
  const { Decrypter } = await loadAge()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(bytes, 'text').catch(() => {
    throw new Failure('The passphrase does not decrypt these backups. Check BACKUP_PASSPHRASE. Nothing was changed.')
  })
}

async function sealOf(identity: string): Promise<Seal> {
  const { Decrypter, Encrypter, identityToRecipient } = await loadAge()
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const empty = await encrypter.encrypt(new Blob([]).stream())
  return {
    sealed: true,
    nameOf: (sha256) => createHmac('sha256', identity).update(sha256).digest('hex'),
    sizeOf: (bytes) => empty.size(bytes),
    close: async (stream) => fromWeb(await encrypter.encrypt(toWeb(stream))),
    open: async (stream) => fromWeb(await decrypter.decrypt(toWeb(stream))),
  }
}

// Node and the DOM declare the same type of stream separately.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>) => Readable.fromWeb(stream as unknown as ReadableStream)
