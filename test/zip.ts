// Builds malformed and hostile zips.

/** An empty zip: only the end record. */
export const emptyZip = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')

/** Returns the zip with one more deflated file, whose headers state `claimedSize` as its size. */
export function withDeflated(zip: Uint8Array, path: string, deflated: Buffer, claimedSize: number): Buffer {
  const name = Buffer.from(path)
  // Writes the fields that the local and the central header share, starting at the version.
  const header = (bytes: number, signature: number, from: number) => {
    const header = Buffer.alloc(bytes)
    header.writeUInt32LE(signature, 0)
    header.writeUInt16LE(20, from)
    header.writeUInt16LE(8, from + 4)
    header.writeUInt32LE(deflated.length, from + 14)
    header.writeUInt32LE(claimedSize, from + 18)
    header.writeUInt16LE(name.length, from + 22)
    return header
  }
  const local = header(30, 0x04034b50, 4)
  const end = Buffer.from(zip.subarray(zip.length - 22))
  const at = end.readUInt32LE(16)
  const directory = zip.subarray(at, zip.length - 22)
  const central = header(46, 0x02014b50, 6)
  central.writeUInt32LE(at, 42)
  const added = Buffer.concat([local, name, deflated])
  end.writeUInt16LE(end.readUInt16LE(8) + 1, 8)
  end.writeUInt16LE(end.readUInt16LE(10) + 1, 10)
  end.writeUInt32LE(directory.length + central.length + name.length, 12)
  end.writeUInt32LE(at + added.length, 16)
  return Buffer.concat([zip.subarray(0, at), added, directory, central, name, end])
}
