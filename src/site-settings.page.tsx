import { text as frameInKiswahili } from '#features/frame/text.sw.ts'
import { text as frame } from '#features/frame/text.ts'
import { text as homeInKiswahili } from '#features/home/page/text.sw.ts'
import { text as home } from '#features/home/page/text.ts'
import { SiteSettings } from '#features/site/site-settings.tsx'
import { text } from '#features/site/text.ts'
import { textsIn } from '#text/language.ts'
import { titled } from '#web/head.ts'
import { useSite } from '#web/site.ts'

export const meta = titled(() => text.title)

/** The admins' page for the site's settings, with the default texts from the features that show them. */
export default function SiteSettingsPage() {
  const texts = { en: textsIn('en', () => textsOf(frame, home)), sw: textsOf(frameInKiswahili, homeInKiswahili) }
  return <SiteSettings defaults={{ name: useSite()?.siteName ?? '', texts }} />
}

function textsOf({ tagline }: typeof frame, { home: { title, lead } }: typeof home) {
  return { tagline, welcomeTitle: title, welcome: lead }
}
