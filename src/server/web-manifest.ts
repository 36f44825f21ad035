/** The web app manifest: what a phone needs to keep the site among its apps. */
export function webManifest(name: string): Record<string, unknown> {
  return {
    name,
    short_name: name.length > 12 ? (name.split(' ')[0] ?? name) : name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#FFF8EC',
    theme_color: '#A5371A',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
