import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rpId?: string; rp?: { id: string } }
type How = {
  /** Origin that the browser reports. */
  origin?: string
  /** Whether the owner unlocked the authenticator; true by default. */
  verified?: boolean
  /** Signature counter; one that goes down reveals a cloned authenticator. */
  counter?: number
  /** Whether the passkey is synced between devices. */
  synced?: boolean
}

/** Returns a WebAuthn authenticator for tests over HTTP, which answers like a phone and its browser. */
export function softAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let uses = 0

  function authenticatorData(
    rpId: string,
    { verified = true, counter = ++uses, synced = false }: How,
    attested = Buffer.alloc(0),
  ) {
    const flags = 0x01 | (verified ? 0x04 : 0) | (synced ? 0x18 : 0) | (attested.length ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  const clientData = (type: string, { challenge }: Options, how: How) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: how.origin ?? origin, crossOrigin: false }))

  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    credentialId: credential.id,
    /** Answers the options of a registration. */
    register(options: Options, how: How = {}) {
      const key = publicKey.export({ format: 'jwk' })
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(String(key.x), 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(String(key.y), 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      const data = authenticatorData(options.rp?.id ?? '', how, attested)
      // {"fmt": "none", "attStmt": {}, "authData": data} in CBOR
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, how).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options of a login. */
    assert(options: Options, how: How = {}) {
      const data = authenticatorData(options.rpId ?? '', how)
      const client = clientData('webauthn.get', options, how)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      }
    },
  }
}

function sha256(value: string | Buffer): Buffer {
  return createHash('sha256').update(value).digest()
}
