// Zips as no honest program writes them.

/** A zip of nothing: the record that ends each. */
export const emptyZip = Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')

/** The zip with one more file: deflated, and as long as `said` by its own account. */
export function withDeflated(zip: Uint8Array, path: string, deflated: Buffer, said: number): Buffer {
  const name = Buffer.from(path)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(deflated.length, 18)
  local.writeUInt32LE(said, 22)
  local.writeUInt16LE(name.length, 26)
  const end = Buffer.from(zip.subarray(zip.length - 22))
  const at = end.readUInt32LE(16)
  const directory = zip.subarray(at, zip.length - 22)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 6)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(deflated.length, 20)
  central.writeUInt32LE(said, 24)
  central.writeUInt16LE(name.length, 28)
  central.writeUInt32LE(at, 42)
  const added = Buffer.concat([local, name, deflated])
  end.writeUInt16LE(end.readUInt16LE(8) + 1, 8)
  end.writeUInt16LE(end.readUInt16LE(10) + 1, 10)
  end.writeUInt32LE(directory.length + central.length + name.length, 12)
  end.writeUInt32LE(at + added.length, 16)
  return Buffer.concat([zip.subarray(0, at), added, directory, central, name, end])
}
