import routes from '../../src/routes.ts'

/** Returns the addresses of the pages of a layout, such as `/articles/:id`. Throws if it has none. */
function patternsOf(layout: string): string[] {
  const { children = [] } = routes.find(({ file }) => file === layout) ?? {}
  if (children.length === 0) throw new Error(`${layout} has no pages`)
  return children.map(({ path = '' }) => `/${path}`)
}

export const publicPatterns = patternsOf('features/home/public.layout.tsx')
export const dashboardPatterns = patternsOf('dashboard.layout.tsx')

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Returns a function that tells whether a path is of a pattern, whatever its query. */
export function matcherOf(pattern: string): (path: string) => boolean {
  const expected = new RegExp(`^${pattern.replaceAll(':id', uuid).replace(/:\w+/g, '[\\w-]+')}(\\?|$)`)
  return (path) => expected.test(path)
}
