import sharp from 'sharp'
import { record } from '../recordings.ts'
import { phonePhoto } from '../samples.ts'

// Pictures as phones and messengers send them, made of plain colours and noise.

export type PhonePicture = {
  /** Name of the file on the device. */
  name: string
  /** The type that the device declares. */
  declared: string
  make(): Buffer | Promise<Buffer>
  /** Pixels of the upright picture. */
  width: number
  height: number
  needsFfmpeg?: boolean
}

async function cutShort(missing: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const whole = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#a0522d', noise } })
    .jpeg()
    .toBuffer()
  return whole.subarray(0, whole.length - missing)
}

const frames = ['-f', 'lavfi', '-i', 'color=c=brown:s=800x600:r=25:d=20']

export const phonePictures: PhonePicture[] = [
  {
    ...{ name: 'last-bytes.jpg', declared: 'image/jpeg', width: 640, height: 480 },
    make: () => cutShort(2),
  },
  {
    ...{ name: 'half.jpg', declared: 'image/jpeg', width: 640, height: 480 },
    make: () => cutShort(40_000),
  },
  {
    // 240 megapixels in all, and half a megapixel in the frame that is decoded.
    ...{ name: 'frames.gif', declared: 'image/gif', width: 800, height: 600, needsFfmpeg: true },
    make: () => record('frames.gif', frames),
  },
  {
    ...{ name: 'large.jpg', declared: 'image/jpeg', width: 12_000, height: 9_000 },
    make: () =>
      sharp({ create: { width: 12_000, height: 9_000, channels: 3, background: '#a0522d' } })
        .jpeg()
        .toBuffer(),
  },
  {
    ...{ name: 'turned.jpg', declared: '', width: 300, height: 400 },
    make: () => phonePhoto(400, 300),
  },
  {
    ...{ name: 'IMG_0001', declared: 'application/octet-stream', width: 400, height: 300 },
    make: () =>
      sharp({ create: { width: 400, height: 300, channels: 4, background: '#a0522d' } })
        .png()
        .toBuffer(),
  },
  {
    ...{ name: 'wrong-ending.png', declared: 'image/png', width: 400, height: 300 },
    make: () =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: '#a0522d' } })
        .webp()
        .toBuffer(),
  },
]
