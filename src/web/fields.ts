import { type FieldValues, get, type Path, type RegisterOptions, type UseFormReturn } from 'react-hook-form'

type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'register' | 'formState'>

/**
 * Returns a function that connects a field of the page to its form: name, handlers and error. Call both functions while
 * rendering.
 */
export function fieldsOf<V extends FieldValues>({ register, formState: { errors } }: Form<V>) {
  return <Name extends Path<V>>(name: Name, options?: RegisterOptions<V, Name>) => ({
    ...register(name, options),
    error: (get(errors, name) as { message?: string } | undefined)?.message,
  })
}
