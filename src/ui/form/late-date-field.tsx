import { LatePart } from '../late-part.tsx'
import type { DateFieldProps } from './date-field.tsx'

const dateField = () => import('./date-field.tsx').then((module) => module.DateField)

/** A date field, loaded when its form opens. */
export function LateDateField(props: DateFieldProps) {
  return <LatePart load={dateField} given={props} />
}
