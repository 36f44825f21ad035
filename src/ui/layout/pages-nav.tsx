import { useLocation } from 'react-router'
import { Pills } from '../list/pills.tsx'

type Props = { label: string; pages: { to: string; label: string }[] }

/** Links between pages that belong together. */
export function PagesNav({ label, pages }: Props) {
  const here = useLocation().pathname.replace(/\/$/, '')
  return <Pills label={label} links={pages.map(({ to, label }) => ({ to, label, current: to === here }))} />
}
