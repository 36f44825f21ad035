import { hasRole } from '#core/permission.ts'
import { AddMenu } from '#features/frame/add/add-menu.tsx'
import { text } from '#features/frame/add/text.ts'
import addsCss from '#ui/layout/adds.css?url'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { headed } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/contribute.page.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: addsCss }]

export function loader({ context }: Route.LoaderArgs) {
  return { isKeeper: hasRole(context.get(viewerContext), 'keeper') }
}

export const meta = headed(() => ({ title: text.title, description: text.lead }))

/** Lists everything that can be added, and works without JavaScript. A guest who follows a link has to log in first. */
export default function Contribute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <TitleBand field="maize" title={text.title} lead={text.lead} />
      <div className="wrap content add-page">
        <AddMenu isKeeper={loaderData.isKeeper} inDashboard={false} />
      </div>
    </>
  )
}
