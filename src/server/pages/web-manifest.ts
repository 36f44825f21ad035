import type { Site } from '#core/context.ts'

type Look = Pick<Site, 'name' | 'logo' | 'colours'>

/** Returns the web app manifest, which lets phones install the site. */
export function webManifest({ name, logo, colours }: Look): Record<string, unknown> {
  return {
    name,
    short_name: name.length > 12 ? (/[\p{L}\p{N}\p{M}’'-]+/u.exec(name)?.[0] ?? name) : name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#FFF8EC',
    theme_color: colours?.band ?? '#A5371A',
    icons: logo ? [{ src: logo, sizes: '512x512', type: 'image/png' }] : ownIcons,
  }
}

const ownIcons = [
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]
