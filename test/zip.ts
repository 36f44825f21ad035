// Zips as no honest program writes them.

/** A zip of nothing: the record that ends each. */
export const emptyZip = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')

/** The zip with one more file: deflated, and as long as `said` by its own account. */
export function withDeflated(zip: Uint8Array, path: string, deflated: Buffer, said: number): Buffer {
  const name = Buffer.from(path)
  // What the header beside the file and the one in the directory both say, from where their versions stand.
  const header = (bytes: number, signature: number, from: number) => {
    const made = Buffer.alloc(bytes)
    made.writeUInt32LE(signature, 0)
    made.writeUInt16LE(20, from)
    made.writeUInt16LE(8, from + 4)
    made.writeUInt32LE(deflated.length, from + 14)
    made.writeUInt32LE(said, from + 18)
    made.writeUInt16LE(name.length, from + 22)
    return made
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
