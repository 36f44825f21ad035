import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { explorePages, explorePath } from '#content/entry/explore-pages.ts'
import { kinds } from '#content/kinds.ts'
import { parts } from '#content/section/parts.ts'

const built: string[] = [kinds.vocabulary.list, kinds.proverb.list, kinds.poem.list]
const sections = parts.flatMap((part) => part.children).filter(({ href }) => !built.includes(href))
const forms = Object.values(kinds).map(({ form }) => form.slice(1))
const explored = [explorePath, ...Object.values(explorePages)]
const redirects = ['language', 'culture', 'traditions']

/** The addresses of all pages, and the files that render them. */
export default [
  layout('features/home/public.layout.tsx', [
    index('features/home/page/home.page.tsx'),
    route('about', 'features/home/page/about.page.tsx'),
    route('contact', 'features/contact/contact.page.tsx'),
    route('contact/send', 'features/contact/send.page.tsx'),
    route('contribute', 'features/home/page/contribute.page.tsx'),
    route('privacy', 'features/home/page/privacy.page.tsx'),
    route('offline', 'features/home/offline.page.tsx'),

    route('language/vocabulary', 'content/vocabulary/list.page.tsx'),
    route('language/vocabulary/print', 'content/vocabulary/print.page.tsx'),
    route('language/vocabulary/:id', 'content/vocabulary/detail.page.tsx'),
    route('asked', 'content/vocabulary/ask/asked.page.tsx'),
    route('language/proverbs', 'content/proverb/list.page.tsx'),
    route('language/proverbs/:id', 'content/proverb/detail.page.tsx'),
    route('language/poems', 'content/poem/list.page.tsx'),
    route('language/poems/:id', 'content/poem/detail.page.tsx'),
    ...sections
      .flatMap(({ href, also }) => (also ? [href, also] : [href]))
      .map((href) => route(href.slice(1), 'features/home/page/section.page.tsx', { id: `section${href}` })),
    route('artifacts/:id', 'features/archive/artifact.page.tsx'),
    route('conservation/:id', 'content/conservation/detail.page.tsx'),
    route('heritage/:id', 'content/heritage/detail.page.tsx'),
    route('articles/:id', 'content/article/detail.page.tsx'),
    route('related/:id', 'features/archive/related.page.tsx'),
    route('media/:id', 'content/media/page/detail.page.tsx'),
    route('events/:id', 'content/event/detail.page.tsx'),

    ...explored.map((path) => route(path.slice(1), 'features/explore/explore.page.tsx', { id: `explore${path}` })),
    route('people', 'features/people/list.page.tsx'),
    route('people/:id', 'features/people/person.page.tsx'),
    route('people/:id/:entries', 'features/people/entries.page.tsx'),

    route('shop', 'content/product/list.page.tsx'),
    route('shop/cart', 'features/shop/cart/guest.page.tsx'),
    route('shop/:id', 'content/product/detail.page.tsx'),

    route('search', 'features/search/search.page.tsx'),
    route('login', 'features/account/login.page.tsx'),
    route('register', 'features/account/register.page.tsx'),
    route('forgot-password', 'features/account/password/forgot-password.page.tsx'),
    route('reset-password', 'features/account/password/reset-password.page.tsx'),
    route('verify-email', 'features/account/verify-email.page.tsx'),
    route('cancel-email', 'features/account/cancel-email.page.tsx'),
    route('cancel-registration', 'features/account/cancel-registration.page.tsx'),
    route('unsubscribe', 'features/account/unsubscribe/unsubscribe.page.tsx'),
    route('undo-factor', 'features/account/second-factor/undo/undo-factor.page.tsx'),
    route('*', 'features/home/not-found.page.tsx'),
  ]),
  ...redirects.map((path) => route(path, 'features/home/redirects.ts', { id: `redirect/${path}` })),

  layout('dashboard.layout.tsx', [
    route('dashboard', 'feed.page.tsx'),
    route('dashboard/articles', 'content/article/list.page.tsx'),
    route('dashboard/articles/:id', 'content/article/member.page.tsx'),
    route('dashboard/media', 'content/media/page/list.page.tsx'),
    route('dashboard/media/:id', 'content/media/page/member.page.tsx'),
    route('dashboard/events', 'content/event/list.page.tsx'),
    route('dashboard/events/:id', 'content/event/member.page.tsx'),
    route('dashboard/posts', 'features/posts/posts.page.tsx'),
    route('dashboard/notifications', 'features/notifications/notifications.page.tsx'),
    route('dashboard/outbox', 'features/outbox/outbox.page.tsx'),
    route('dashboard/linguistics', 'content/vocabulary/linguistics.page.tsx'),
    ...forms.map((path) => route(path, 'features/composer/form.page.tsx', { id: `form/${path}` })),
    route('contribute/linguistics/:id', 'content/vocabulary/voice/voice.page.tsx'),
    route('contribute/linguistics/:id/ask', 'content/vocabulary/ask/ask.page.tsx'),
    route('record', 'features/record-words/record-words.page.tsx'),
    route('dashboard/links/:id', 'features/archive/links.page.tsx'),
    route('contribute/report', 'features/moderation/report.page.tsx'),
    route('contribute/story', 'content/suggestion/story.page.tsx'),
    route('dashboard/keepers', 'features/keepers/queue/queue.page.tsx'),
    route('dashboard/keepers/voices', 'features/keepers/voices/voices.page.tsx'),
    route('dashboard/keepers/history/:id', 'features/keepers/history/history.page.tsx'),
    route('dashboard/keepers/groups', 'features/keepers/groups/list.page.tsx'),
    route('dashboard/keepers/groups/:id', 'features/keepers/groups/group.page.tsx'),
    route('dashboard/keepers/introductions', 'features/keepers/introduction/list.page.tsx'),
    route('dashboard/keepers/introductions/:section', 'features/keepers/introduction/form.page.tsx'),
    route('dashboard/keepers/letters', 'features/keepers/letters/letters.page.tsx'),
    route('dashboard/keepers/languages', 'features/keepers/languages/languages.page.tsx'),
    route('dashboard/keepers/messages', 'features/contact/messages.page.tsx'),
    route('dashboard/keepers/consents', 'features/consent/keepers.page.tsx'),
    route('dashboard/consents/:id', 'features/consent/entry.page.tsx'),
    route('keepers/suggestions', 'features/keepers/suggestions/list.page.tsx'),
    route('dashboard/keepers/import', 'features/import/list.page.tsx'),
    route('dashboard/keepers/import/:id', 'features/import/import.page.tsx'),

    route('dashboard/orders', 'features/shop/shop.page.tsx'),
    route('dashboard/orders/cart', 'features/shop/cart/cart.page.tsx'),
    route('dashboard/orders/my-orders', 'features/shop/order/mine.page.tsx'),
    route('dashboard/orders/:id', 'features/shop/order/order.page.tsx'),
    route('seller/dashboard', 'features/shop/seller/dashboard.page.tsx'),

    route('profile', 'profile.page.tsx'),
    route('settings', 'features/account/settings/settings.page.tsx'),
    route('admin/members', 'features/admin/members.page.tsx'),
    route('admin/sellers', 'features/shop/seller/requests.page.tsx'),
    route('admin/reports', 'features/moderation/reports.page.tsx'),
    route('admin/audit', 'features/admin/audit.page.tsx'),
    route('admin/care', 'features/preservation/health/health.page.tsx'),
    route('admin/site', 'site-settings.page.tsx'),
    route('admin/figures', 'features/analytics/analytics.page.tsx'),
  ]),
] satisfies RouteConfig
