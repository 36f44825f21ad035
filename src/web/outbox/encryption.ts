import { deviceKey } from './key.ts'

// AES-GCM, with a new IV each time, bound to the place of what is encrypted.

export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** Encrypts JSON. @param place the place it is bound to: it can't be decrypted for another place */
export async function seal(value: unknown, place: string): Promise<Sealed> {
  return sealBytes(new TextEncoder().encode(JSON.stringify(value)), place)
}

export async function unseal<T>(sealed: Sealed, place: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(sealed, place))) as T
}

export async function sealBytes(bytes: BufferSource, place: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt(algorithm(iv, place), await deviceKey(), bytes) }
}

export async function unsealBytes({ iv, bytes }: Sealed, place: string): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(algorithm(iv, place), await deviceKey(), bytes)
}

function algorithm(iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
}
