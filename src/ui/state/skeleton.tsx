import { classes } from '../field.ts'
import { text } from '../text.ts'

export type SkeletonProps = {
  shape?: 'cards' | 'posts' | 'list'
  count?: number
  label?: string
  columns?: 'g2' | 'g3'
}

/** A placeholder in the shape of the content that is loading. */
export function Skeleton({ shape = 'cards', count = 2, label = text.loading, columns }: SkeletonProps) {
  const each = Array.from({ length: count }, (_, i) => i)
  return (
    <div aria-busy="true">
      <p className="sr" role="status">
        {label}
      </p>
      {shape === 'list' ? (
        <ul className="list" aria-hidden="true">
          {each.map((i) => (
            <li key={i} className="stack gap-2">
              <div className="sk sk-60" />
              <div className="sk sk-30" />
            </li>
          ))}
        </ul>
      ) : (
        <div className={classes('grid', columns)} aria-hidden="true">
          {each.map((i) => (shape === 'posts' ? <PostBars key={i} /> : <CardBars key={i} />))}
        </div>
      )}
    </div>
  )
}

function CardBars() {
  return (
    <div className="card">
      <div className="sk sk-pic" />
      <div className="in stack">
        <div className="sk sk-30" />
        <div className="sk sk-title" />
        <div className="sk" />
        <div className="sk sk-60" />
      </div>
    </div>
  )
}

function PostBars() {
  return (
    <div className="post">
      <div className="post-body">
        <span className="av sk" />
        <div className="grow stack gap-2">
          <div className="sk sk-title" />
          <div className="sk sk-60" />
        </div>
        <div className="post-picture">
          <div className="pic tall sk" />
        </div>
      </div>
    </div>
  )
}
