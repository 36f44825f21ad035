import type { ReactNode } from 'react'

const solid = { fill: 'currentColor', stroke: 'none' }

/** The icons on a grid of 24 × 24, with a stroke of 2.2 and round ends. */
const drawings = {
  menu: <path d="M4 7h11M4 12h16M4 17h13" />,
  x: <path d="M6 6l12 12M18 6L6 18" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="M15.5 15.5L21 21" />
    </>
  ),
  play: <path {...solid} d="M7 4.8v14.4a1 1 0 001.5.9l11.6-7.2a1 1 0 000-1.8L8.5 3.9A1 1 0 007 4.8z" />,
  pause: <path d="M8 5v14M16 5v14" strokeWidth="4" />,
  stop: <rect {...solid} x="5" y="5" width="14" height="14" rx="3" />,
  mic: (
    <>
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5 11.5a7 7 0 0014 0M12 18.5V22" />
    </>
  ),
  photo: (
    <>
      <rect x="3" y="4" width="18" height="16" rx="4" />
      <path d="M3 15h5l3 3h10" />
      <circle {...solid} cx="15.5" cy="9.5" r="2" />
    </>
  ),
  video: (
    <>
      <rect x="2.5" y="5" width="13" height="14" rx="3.5" />
      <path d="M15.5 11l6-3.5v9l-6-3.5z" />
    </>
  ),
  list: <path d="M9.5 6H20M9.5 12H20M9.5 18H20M4.5 6h.01M4.5 12h.01M4.5 18h.01" />,
  page: <path d="M5 4h14M5 9h14M5 14h9M5 19h6" />,
  calendar: (
    <>
      <rect x="3" y="5" width="18" height="16" rx="4" />
      <path d="M3 11h18M8 2.5V7M16 2.5V7" />
    </>
  ),
  explore: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M15.5 8.5l-2 5-5 2 2-5z" />
    </>
  ),
  word: (
    <>
      <path d="M4 20V8a4 4 0 014-4h8a4 4 0 014 4v4a4 4 0 01-4 4H8z" />
      <path d="M8 10h8" />
    </>
  ),
  home: <path d="M3 20V9.5L12 3l9 6.5V20H14v-6h-4v6z" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21a8 8 0 0116 0" />
    </>
  ),
  gear: (
    <>
      <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
      <circle cx="16" cy="7" r="3" />
      <circle cx="8" cy="17" r="3" />
    </>
  ),
  bell: <path d="M5 17h14l-2-3v-4a5 5 0 00-10 0v4zM10 20.5h4" />,
  check: <path d="M4.5 12.5l5 5 10-11" />,
  alert: (
    <>
      <path d="M12 3l9.5 17h-19zM12 10v4.5" />
      <circle {...solid} cx="12" cy="17.3" r="1.3" />
    </>
  ),
  filter: <path d="M3 6h18M6.5 12h11M10 18h4" />,
  arrow: <path d="M4 12h15M13 6l6 6-6 6" />,
  down: <path d="M6 9l6 6 6-6" />,
  heart: <path d="M12 20S3.5 15 3.5 8.8A4.6 4.6 0 0112 6.5a4.6 4.6 0 018.5 2.3C20.5 15 12 20 12 20z" />,
  pin: (
    <>
      <path d="M12 21.5s7-6.5 7-11.5a7 7 0 00-14 0c0 5 7 11.5 7 11.5z" />
      <circle cx="12" cy="10" r="2.3" />
    </>
  ),
  link: <path d="M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.3l-1 1M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l1-1" />,
  bin: <path d="M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5" />,
  share: (
    <>
      <circle cx="6" cy="12" r="2.6" />
      <circle cx="18" cy="5.5" r="2.6" />
      <circle cx="18" cy="18.5" r="2.6" />
      <path d="M8.3 10.8l7.4-4.1M8.3 13.2l7.4 4.1" />
    </>
  ),
  keep: (
    <>
      <path d="M12 3l8 3v5.5c0 5-3.5 8-8 9.5-4.5-1.5-8-4.5-8-9.5V6z" />
      <path d="M8.5 12l2.5 2.5 4.5-5" />
    </>
  ),
  print: <path d="M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z" />,
  up: <path d="M12 16V4M6.5 9L12 3.5 17.5 9M4 20h16" />,
  off: (
    <>
      <path d="M3 3l18 18M8.5 15a5 5 0 017 0M5 11.5a10 10 0 014-2.4M19 11.5a10 10 0 00-5-2.7" />
      <circle {...solid} cx="12" cy="19" r="1.6" />
    </>
  ),
  bag: <path d="M5 8h14l1 13H4zM8.5 10V7a3.5 3.5 0 017 0v3" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  ring: <circle cx="12" cy="12" r="8.5" strokeDasharray="4.45 4.45" />,
  back: <path d="M20 12H5M11 6l-6 6 6 6" />,
  skip: <path d="M5 5l8 7-8 7zM18 5v14" />,
  volume: <path d="M4 9.5v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4 4 0 010 6M18 6a8 8 0 010 12" />,
  retry: <path d="M20 5v5h-5M4.5 14a8 8 0 0014.7 2M20 10A8 8 0 005 8" />,
  chart: <path d="M5 20v-7M12 20V4M19 20v-10" />,
  out: <path d="M10 4H5v16h5M14 8l5 4-5 4M9 12h9" />,
  phone: (
    <>
      <rect x="6" y="2.5" width="12" height="19" rx="3" />
      <path d="M11 18h2" />
    </>
  ),
  laptop: (
    <>
      <rect x="4" y="5" width="16" height="11" rx="2" />
      <path d="M2 20h20" />
    </>
  ),
  more: (
    <>
      <circle {...solid} cx="5" cy="12" r="2" />
      <circle {...solid} cx="12" cy="12" r="2" />
      <circle {...solid} cx="19" cy="12" r="2" />
    </>
  ),
  people: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 20a6.5 6.5 0 0113 0M16 5a3.5 3.5 0 010 6.5M18 14.5a6.5 6.5 0 013.5 5.5" />
    </>
  ),
  quill: <path d="M20 4c-8 0-13 4.5-14 12M6 16c7 1 11-3 14-12M4 21l2-5M10 12.5h4.5" />,
  nosale: (
    <>
      <path d="M5 8h14l1 13H4zM8.5 8V7a3.5 3.5 0 017 0v1" />
      <path d="M3 3l18 18" />
    </>
  ),
  horn: <path d="M4 10v4a1 1 0 001 1h3l9 4.5V4.5L8 9H5a1 1 0 00-1 1zM9 15l1.5 5.5M20.5 10v4" />,
  season: <path d="M3 18h18M7 18a5 5 0 0110 0M12 3v5M4.5 8.5L7 11M19.5 8.5L17 11" />,
  woman: (
    <>
      <circle cx="12" cy="8.5" r="5" />
      <path d="M12 13.5V22M8.5 18h7" />
    </>
  ),
  man: (
    <>
      <circle cx="10" cy="14" r="5.5" />
      <path d="M14 10l6.5-6.5M15 3.5h5.5V9" />
    </>
  ),
  veil: <path d="M3 10c5 5.5 13 5.5 18 0M7 13l-1.5 3.5M12 14.2V18M17 13l1.5 3.5" />,
  speaking: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9 15.5c1.7-1.4 4.3-1.4 6 0M9 9.5v.2M15 9.5v.2" />
    </>
  ),
  quotes: (
    <>
      <path d="M9.5 5.5C6 7 4 10 4 14.5M19.5 5.5C16 7 14 10 14 14.5" />
      <circle cx="7" cy="15" r="3" />
      <circle cx="17" cy="15" r="3" />
    </>
  ),
  verse: (
    <>
      <path d="M3 5h10M3 10.5h9M3 16h6M18 18V5c0 3 3.5 3 3.5 6.5" />
      <circle cx="15.5" cy="18" r="2.5" />
    </>
  ),
  words: (
    <>
      <path d="M3 6h8M3 12h6M3 18h8M13 11.5a4.5 4.5 0 009 0M17.5 16v4.5" />
      <rect x="15.5" y="3" width="4" height="9" rx="2" />
    </>
  ),
  pot: (
    <path d="M7 3.5h10M8.5 3.5C8.5 7 4 8 4 13.5c0 3 1.5 5.5 3.5 7h9c2-1.5 3.5-4 3.5-7C20 8 15.5 7 15.5 3.5M4.5 12h15" />
  ),
  book: (
    <path d="M12 6.5C9.5 5 6.5 4.5 3 5v13.5c3.5-.5 6.5 0 9 1.5 2.5-1.5 5.5-2 9-1.5V5c-3.5-.5-6.5 0-9 1.5zM12 6.5V20" />
  ),
  hands: (
    <>
      <path d="M10.5 21v-4c0-2.5-2-4.5-4-6V5.5a1.75 1.75 0 00-3.5 0V14c0 3 2.5 4 3.5 7" />
      <path d="M13.5 21v-4c0-2.5 2-4.5 4-6V5.5a1.75 1.75 0 013.5 0V14c0 3-2.5 4-3.5 7" />
    </>
  ),
  circle: (
    <>
      <circle cx="12" cy="4.5" r="2.3" />
      <circle cx="4.8" cy="9.7" r="2.3" />
      <circle cx="19.2" cy="9.7" r="2.3" />
      <circle cx="7.5" cy="18.2" r="2.3" />
      <circle cx="16.5" cy="18.2" r="2.3" />
      <circle {...solid} cx="12" cy="12" r="1.8" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** An icon, hidden from screen readers. A control that shows only an icon needs an accessible name of its own. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `i ${className}` : 'i'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  )
}
