import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inFolder, record } from '../recordings.ts'

// Recordings and videos as phones, messengers, cameras and field recorders write them, made of tones and test pictures.

export type PhoneFile = {
  /** Name of the file on the device. */
  name: string
  /** The type that the device declares. */
  declared: string
  make(): Buffer
  kind: 'audio' | 'video'
  /** Length in seconds. */
  seconds: number
  /** The loudness is not that of a voice: the file is silent, or noise whose peaks the limiter lowers by some dB. */
  isSilent?: boolean
  isNoise?: boolean
}

const tone = (seconds: number, hertz = 300) => ['-f', 'lavfi', '-i', `sine=f=${hertz}:d=${seconds}`]
const pictures = (seconds: number, size = '320x180') => ['-f', 'lavfi', '-i', `testsrc=s=${size}:r=25:d=${seconds}`]
const still = ['-f', 'lavfi', '-i', 'testsrc=s=320x240:r=25:d=0.04']
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const place = ['-metadata', 'location=+01.0300+035.5300/', '-metadata', 'com.apple.quicktime.make=Camera of the test']
const signal = (expression: string, seconds = 4) => ['-f', 'lavfi', '-i', `aevalsrc=${expression}:d=${seconds}`]
const opposed = signal("'0.4*sin(2*PI*330*t)|-0.4*sin(2*PI*330*t)'")

function hevc(name: string, source: string, transfer?: 'arib-std-b67' | 'smpte2084') {
  const colours = ['-color_primaries', 'bt2020', '-color_trc', `${transfer}`, '-colorspace', 'bt2020nc']
  const inStream = `log-level=error${transfer ? `:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc` : ''}`
  const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params', inStream]
  return record(name, ['-f', 'lavfi', '-i', source, ...codec, ...(transfer ? colours : []), '-tag:v', 'hvc1'])
}

const hdr = (name: string, transfer: 'arib-std-b67' | 'smpte2084'): PhoneFile => ({
  ...{ name, declared: 'video/quicktime', kind: 'video', seconds: 2, isSilent: true },
  make: () => hevc('hdr.mov', 'testsrc2=s=320x180:r=25:d=2', transfer),
})

/** Ten frames without sound. */
const slow = (name: string, transfer?: 'arib-std-b67' | 'smpte2084'): PhoneFile => ({
  ...{ name, declared: `video/${name.endsWith('mp4') ? 'mp4' : 'quicktime'}`, kind: 'video', seconds: 1 },
  isSilent: true,
  make: () => hevc(name, 'testsrc2=s=160x120:r=10:d=1', transfer),
})

/** Returns a video with two sound tracks, the first of which can't be decoded, with subtitles and an attachment. */
function manyTracks(): Buffer {
  return inFolder((folder) => {
    const subtitles = join(folder, 'words.srt')
    writeFileSync(subtitles, '1\n00:00:00,000 --> 00:00:02,000\nSample line\n')
    const attachment = join(folder, 'note.txt')
    writeFileSync(attachment, 'Sample note.')
    return record('many.mkv', [
      ...[...pictures(4), ...tone(4), ...tone(4, 500), '-i', subtitles],
      ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', ...h264],
      ...['-c:a:0', 'wmav2', '-c:a:1', 'aac', '-c:s', 'srt'],
      ...['-attach', attachment, '-metadata:s:t', 'mimetype=text/plain'],
    ])
  })
}

/**
 * Returns noise in AMR at 12.2 kbit/s, which ffmpeg decodes but can't write. It consists of frames of 20 ms, each with
 * one byte for its type and 31 bytes of sound.
 */
function amr(): Buffer {
  const frames = Array.from({ length: 200 }, (_, frame) =>
    Buffer.from([0x3c, ...Array.from({ length: 31 }, (_, at) => (frame * 31 + at * 57) % 256)]),
  )
  return Buffer.concat([Buffer.from('#!AMR\n'), ...frames])
}

/** Returns a file of four seconds that ffmpeg makes with these arguments. */
const made = (
  name: string,
  declared: string,
  kind: PhoneFile['kind'],
  args: string[],
  more: Partial<PhoneFile> = {},
): PhoneFile => ({ name, declared, kind, seconds: 4, make: () => record(name, args), ...more })

const wav = (name: string, codec: string, more: string[] = []) =>
  made(`${name}.wav`, 'audio/x-wav', 'audio', [...tone(4), ...more, '-c:a', codec])

export const phoneFiles: PhoneFile[] = [
  // These files have tracks that nobody needs.
  made('timecode.mov', 'video/quicktime', 'video', [
    ...[...pictures(4), ...tone(4), ...h264, '-c:a', 'aac', '-timecode', '01:00:00:00', ...place],
  ]),
  made('timecode.mp4', 'video/mp4', 'video', [
    ...[...pictures(4), ...tone(4), ...h264, '-c:a', 'aac', '-timecode', '01:00:00:00'],
  ]),
  { name: 'many.mkv', declared: 'video/x-matroska', kind: 'video', seconds: 4, make: manyTracks },
  made('cover.mp3', 'audio/mpeg', 'audio', [
    ...[...tone(4), ...still, '-map', '0', '-map', '1', '-frames:v', '1', '-c:v', 'png'],
    ...['-c:a', 'libmp3lame', '-disposition:v', 'attached_pic'],
  ]),
  made('cover.m4a', 'audio/x-m4a', 'audio', [
    ...[...tone(4), ...still, '-map', '0', '-map', '1', '-frames:v', '1', '-c:v', 'mjpeg'],
    ...['-c:a', 'aac', '-disposition:v', 'attached_pic'],
  ]),

  // These contain only sound: in containers for videos, without a fixed length, or with an unusual type or none.
  made('sound.mp4', 'video/mp4', 'audio', [...tone(4), '-c:a', 'aac']),
  made('sound.3gp', 'video/3gpp', 'audio', [...tone(4), '-ar', '8000', '-ac', '1', '-c:a', 'aac', '-f', '3gp']),
  made('sound.mov', 'video/quicktime', 'audio', [...tone(4), '-c:a', 'aac']),
  made('live.webm', 'video/webm', 'audio', [...tone(4), '-c:a', 'libopus', '-live', '1']),
  made('voice.opus', 'application/ogg', 'audio', [...tone(4), '-c:a', 'libopus']),
  {
    ...{ name: 'voice', declared: '', kind: 'audio', seconds: 4 },
    make: () => record('voice.ogg', [...tone(4), '-c:a', 'libvorbis']),
  },
  // The sound fills whole blocks of 128 ms, with one more for the encoder's delay, which this format doesn't record.
  made(
    'voice.aac',
    'audio/vnd.dlna.adts',
    'audio',
    [...tone(4), '-ar', '8000', '-ac', '1', '-c:a', 'aac', '-f', 'adts'],
    { seconds: 4.224 },
  ),

  { name: 'voice.amr', declared: 'audio/amr', kind: 'audio', seconds: 4, isNoise: true, make: amr },
  {
    ...{ name: 'voice-amr.3gp', declared: 'video/3gpp', kind: 'audio', seconds: 4, isNoise: true },
    make: () =>
      inFolder((folder) => {
        writeFileSync(join(folder, 'voice.amr'), amr())
        return record('voice-amr.3gp', ['-i', join(folder, 'voice.amr'), '-c', 'copy'])
      }),
  },

  // In the first two, the pictures end before the sound. The third has odd dimensions and no sound.
  made('song.mp4', 'video/mp4', 'video', [...still, ...tone(40), '-map', '0', '-map', '1', ...h264, '-c:a', 'aac'], {
    seconds: 40,
  }),
  made('short-pictures.mp4', 'video/mp4', 'video', [...pictures(0.4), ...tone(40), ...h264, '-c:a', 'aac'], {
    seconds: 40,
  }),
  made('odd.mp4', 'video/mp4', 'video', [...pictures(3, '641x359'), '-c:v', 'libx264', '-pix_fmt', 'yuv444p'], {
    seconds: 3,
    isSilent: true,
  }),

  // These have channels that cancel each other out, alone and in a video.
  made('opposed.wav', 'audio/wav', 'audio', [...opposed, '-c:a', 'pcm_s16le']),
  made('opposed.mp4', 'video/mp4', 'video', [...pictures(4), ...opposed, ...h264, '-c:a', 'aac', '-b:a', '192k']),

  // These are formats of recorders.
  wav('pcm-24', 'pcm_s24le', ['-ar', '96000']),
  wav('pcm-32', 'pcm_s32le'),
  wav('float', 'pcm_f32le'),
  wav('float-64', 'pcm_f64le'),
  wav('adpcm-ms', 'adpcm_ms', ['-ar', '22050']),
  wav('adpcm-ima', 'adpcm_ima_wav', ['-ar', '22050']),
  wav('a-law', 'pcm_alaw', ['-ar', '8000']),
  wav('mu-law', 'pcm_mulaw', ['-ar', '8000']),
  wav('g726', 'g726', ['-ar', '8000', '-ac', '1']),
  wav('g722', 'g722', ['-ar', '16000', '-ac', '1']),
  made('big-endian.aiff', 'audio/x-aiff', 'audio', [...tone(4), '-c:a', 'pcm_s16be']),
  {
    ...{ name: 'big-endian-24.aif', declared: 'audio/aiff', kind: 'audio', seconds: 4 },
    make: () => record('big-endian-24.aiff', [...tone(4), '-c:a', 'pcm_s24be']),
  },
  made('lossless.m4a', 'audio/mp4', 'audio', [...tone(4), '-c:a', 'alac']),
  made('lossless.flac', 'audio/flac', 'audio', [...tone(4), '-c:a', 'flac']),

  // These are formats of cameras.
  hdr('hlg.mov', 'arib-std-b67'),
  hdr('pq.mov', 'smpte2084'),
  // These have so few frames that the order of decoding differs from that of seeing by a noticeable time.
  slow('slow.mp4'),
  slow('slow-hlg.mov', 'arib-std-b67'),
  slow('slow-pq.mp4', 'smpte2084'),
  made('slides.mp4', 'video/mp4', 'video', ['-f', 'lavfi', '-i', 'testsrc=s=160x120:r=0.25:d=20', ...h264], {
    seconds: 20,
    isSilent: true,
  }),
  made('camcorder.mov', 'video/quicktime', 'video', [
    ...pictures(4),
    ...tone(4),
    '-c:v',
    'mpeg2video',
    '-c:a',
    'pcm_s16be',
    ...place,
  ]),
]

/** Returns quiet speech, as a tone that comes and goes, with one knock on the microphone after 5 s. */
export function knock(): Buffer {
  const voice = 'if(mod(floor(t/1.5)\\,2)\\,0.03\\,0.0003)*sin(2*PI*220*t)'
  return record('knock.wav', signal(`'${voice}+if(between(t\\,5\\,5.01)\\,0.9*sin(2*PI*1000*t)\\,0)'`, 15))
}
