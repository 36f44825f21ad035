import { type ComponentProps, type ReactNode, useId } from 'react'

type SectionProps = Omit<ComponentProps<'section'>, 'title' | 'id'> & {
  title: ReactNode
  /** The id of the heading, for links to it and for the focus. */
  id?: string
  /** The class of the heading. */
  look?: string
}

/** A part of a page, named by its heading. */
export function Section({ title, id, look = 't2', className = 'stack', children, ...section }: SectionProps) {
  const own = useId()
  return (
    <section className={className || undefined} {...section} aria-labelledby={id ?? own}>
      <h2 className={look} id={id ?? own}>
        {title}
      </h2>
      {children}
    </section>
  )
}
