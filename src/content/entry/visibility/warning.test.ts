import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MediaPlayer } from '#src/content/media/page/player.tsx'
import type { FilePresentation } from '#src/content/media/schema.ts'
import { Covered } from './warning.tsx'

const copy = { kind: 'image', width: 640, height: 480, size: 1000 } as const

function pageOf(kind: 'image' | 'video', deceased: boolean): string {
  const file: FilePresentation = {
    url: '/files/sample',
    kind,
    contentType: kind === 'image' ? 'image/png' : 'video/mp4',
    size: 1000,
    width: 640,
    height: 480,
    duration: null,
    peaks: null,
    variants: [
      { ...copy, url: '/files/sample.avif', format: 'avif' },
      { ...copy, url: '/files/sample.webp', format: 'webp' },
    ],
  }
  const player = createElement(MediaPlayer, { file, title: 'Sample title', sizes: '100vw', reading: true, full: true })
  return renderToStaticMarkup(Covered({ entry: { deceased }, children: player }))
}

test('a picture is requested early, and never before the reader opens the warning about a deceased person', () => {
  expect(pageOf('image', false)).toContain('rel="opening-picture"')
  const covered = pageOf('image', true)
  expect(covered).not.toContain('opening-picture')
  expect(covered).toContain('loading="lazy"')
  expect(covered).not.toContain('preload')
})

test('a video shows its poster, and never before the reader opens the warning about a deceased person', () => {
  expect(pageOf('video', false)).toContain('/files/sample.webp')
  expect(pageOf('video', true)).not.toContain('/files/sample.webp')
})
