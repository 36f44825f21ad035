import { Icon } from '../drawing/icon.tsx'

/** `count` is formatted for readers. */
export type FilterValue = { href: string; label: string; count: string }
export type FilterGroup = { name: string; values: FilterValue[]; more: string }

/** Number of values of a group that are shown at first. */
const initialCount = 8

type Props = { label: string; groups: FilterGroup[] }

/**
 * Groups of links that narrow a list. On a phone they are behind one button above the list; from 900 px on they are
 * beside it. The page contains both, because a closed `<details>` can't be opened by a style sheet.
 */
export function FilterGroups({ label, groups }: Props) {
  return (
    <div className="filters noprint">
      <details className="filters-closed">
        <summary className="btn line">
          <Icon name="filter" />
          {label}
        </summary>
        <Groups groups={groups} />
      </details>
      <aside className="filters-open" aria-label={label}>
        <Groups groups={groups} open />
      </aside>
    </div>
  )
}

function Groups({ groups, open }: { groups: FilterGroup[]; open?: boolean }) {
  return groups.map(({ name, values, more }) => (
    <details key={name} className="filter" open={open}>
      <summary>
        {name}
        <Icon name="down" />
      </summary>
      <Values values={values.slice(0, initialCount)} />
      {values.length > initialCount && (
        <details>
          <summary>{more}</summary>
          <Values values={values.slice(initialCount)} />
        </details>
      )}
    </details>
  ))
}

function Values({ values }: { values: FilterValue[] }) {
  return (
    <ul>
      {values.map(({ href, label, count }) => (
        <li key={href}>
          <a href={href} rel="nofollow">
            <span dir="auto">{label}</span> <b>{count}</b>
          </a>
        </li>
      ))}
    </ul>
  )
}
