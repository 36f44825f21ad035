import { text as frame } from '#features/frame/text.ts'
import { text as homePage } from '#features/home/page/text.ts'
import { SiteSettings } from '#features/site/site-settings.tsx'
import { text } from '#features/site/text.ts'
import { titled } from '#web/head.ts'
import { useSite } from '#web/site.ts'

export const meta = titled(() => text.title)

/** The admins' page for the site's settings, with the default texts from the features that show them. */
export default function SiteSettingsPage() {
  const { title: welcomeTitle, lead: welcome } = homePage.home
  return <SiteSettings defaults={{ name: useSite()?.siteName ?? '', tagline: frame.tagline, welcomeTitle, welcome }} />
}
