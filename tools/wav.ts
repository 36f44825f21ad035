/** Returns the head of a WAV file with one channel of 16 bits (RIFF, PCM). @param bytes length of its samples */
export function wavHead(rate: number, bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return head
}

/** Returns a WAV file. @param sample returns the value (-32768 to 32767) of the sample at an index */
export function wav(seconds: number, rate: number, sample: (at: number) => number): Buffer {
  const samples = Int16Array.from({ length: seconds * rate }, (_, at) => Math.round(sample(at)))
  return Buffer.concat([wavHead(rate, samples.byteLength), Buffer.from(samples.buffer)])
}
