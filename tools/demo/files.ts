import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { wav } from '../wav.ts'

const grounds = ['#7a3b12', '#1f4d3a', '#2b2f55', '#8a6a12', '#5a1f2e', '#20505c']

/** Draws a picture of terraces with a label, as a JPEG data URL. The same number gives the same picture. */
export async function picture(number: number, label: string, width = 800, height = 533): Promise<string> {
  return dataUrl('image/jpeg', await draw(number, label, width, height))
}

function draw(number: number, label: string, width: number, height: number): Promise<Buffer> {
  const ground = grounds[number % grounds.length]
  const steps = Array.from({ length: 6 }, (_, step) => {
    const top = Math.round(height * (0.3 + step * 0.12))
    const shift = ((number * 97 + step * 61) % 300) - 150
    return `<path d="M${-200 + shift} ${top}h${width * 0.4}l80 60h${width}v${height}H-200z" fill="#fff" fill-opacity="${0.06 + step * 0.05}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${ground}"/>${steps.join('')}
    <text x="50%" y="50%" text-anchor="middle" font-family="sans-serif" font-size="${Math.round(width / 21)}" fill="#fff">${label}</text></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

const rate = 16_000

/**
 * Makes a video of four seconds from drawn pictures and tones, as an MP4 data URL. Returns undefined if there is no
 * ffmpeg.
 */
export async function film(number: number): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-film-'))
  try {
    for (let second = 0; second < 4; second++)
      writeFileSync(join(folder, `${second}.jpg`), await draw(number + second, `Second ${second + 1}`, 640, 426))
    writeFileSync(join(folder, 'tones.wav'), wavOf(number, 8))
    const pictures = ['-framerate', '1', '-i', join(folder, '%d.jpg')]
    const sound = ['-i', join(folder, 'tones.wav')]
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-r', '10', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    const path = join(folder, 'film.mp4')
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...pictures, ...sound, ...codecs, '-shortest', path])
    return dataUrl('video/mp4', readFileSync(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns tones of half a second each as a WAV data URL, 16 bits, mono. */
export function tones(number: number, count = 8): string {
  return dataUrl('audio/wav', wavOf(number, count))
}

function wavOf(number: number, count: number): Buffer {
  return wav(count / 2, rate, (at) => {
    const tone = Math.floor(at / (rate / 2))
    const pitch = 220 * 2 ** (((number * 3 + tone * 5) % 12) / 12)
    const fade = 1 - (at % (rate / 2)) / (rate / 2)
    return 9000 * fade * Math.sin((2 * Math.PI * pitch * at) / rate)
  })
}

function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
