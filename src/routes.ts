import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { parts } from './features/home/sections.ts'

const built = ['/language/vocabulary', '/language/proverbs', '/language/poems']
const sections = parts.flatMap((part) => part.children).filter(({ href }) => !built.includes(href))
const redirects = ['language', 'culture', 'traditions']

/** Every address of the site and its file. */
export default [
  layout('features/home/public.layout.tsx', [
    index('features/home/home.page.tsx'),
    route('about', 'features/home/about.page.tsx'),
    route('contact', 'features/home/contact.page.tsx'),
    route('privacy', 'features/home/privacy.page.tsx'),
    route('offline', 'features/home/offline.page.tsx'),

    route('language/vocabulary', 'content/vocabulary/list.page.tsx'),
    route('language/vocabulary/:id', 'content/vocabulary/detail.page.tsx'),
    route('language/proverbs', 'content/proverb/list.page.tsx'),
    route('language/proverbs/:id', 'content/proverb/detail.page.tsx'),
    route('language/poems', 'content/poem/list.page.tsx'),
    route('language/poems/:id', 'content/poem/detail.page.tsx'),
    ...sections
      .flatMap(({ href, also }) => (also ? [href, also] : [href]))
      .map((href) => route(href.slice(1), 'features/home/section.page.tsx', { id: `section${href}` })),
    route('artifacts/:id', 'features/archive/artifact.page.tsx'),
    route('conservation/:id', 'content/conservation/detail.page.tsx'),
    route('heritage/:id', 'content/heritage/detail.page.tsx'),
    route('articles/:id', 'content/article/detail.page.tsx'),
    route('related/:id', 'features/archive/related.page.tsx'),
    route('media/:id', 'content/media/detail.page.tsx'),
    route('events/:id', 'content/event/detail.page.tsx'),

    route('shop', 'content/product/list.page.tsx'),
    route('shop/:id', 'content/product/detail.page.tsx'),

    route('search', 'features/search/search.page.tsx'),
    route('login', 'features/account/login.page.tsx'),
    route('register', 'features/account/register.page.tsx'),
    route('forgot-password', 'features/account/forgot-password.page.tsx'),
    route('reset-password', 'features/account/reset-password.page.tsx'),
    route('verify-email', 'features/account/verify-email.page.tsx'),
    route('*', 'features/home/nothing.page.tsx'),
  ]),
  ...redirects.map((path) => route(path, 'features/home/redirects.ts', { id: `redirect/${path}` })),

  layout('features/dashboard/dashboard.layout.tsx', [
    route('dashboard', 'features/feed/feed.page.tsx'),
    route('dashboard/articles', 'content/article/list.page.tsx'),
    route('dashboard/articles/:id', 'content/article/member.page.tsx'),
    route('dashboard/media', 'content/media/list.page.tsx'),
    route('dashboard/media/:id', 'content/media/member.page.tsx'),
    route('dashboard/events', 'content/event/list.page.tsx'),
    route('dashboard/events/:id', 'content/event/member.page.tsx'),
    route('dashboard/outbox', 'features/outbox/outbox.page.tsx'),
    route('contribute/articles', 'features/composer/article.page.tsx'),
    route('contribute/media', 'features/composer/media.page.tsx'),
    route('contribute/events', 'features/composer/event.page.tsx'),
    route('dashboard/linguistics', 'content/vocabulary/linguistics.page.tsx'),
    route('contribute/linguistics', 'features/composer/linguistics.page.tsx'),
    route('contribute/linguistics/:id', 'content/vocabulary/voice.page.tsx'),
    route('contribute/poems', 'features/composer/poem.page.tsx'),
    route('contribute/proverbs', 'features/composer/proverb.page.tsx'),
    route('contribute/products', 'features/composer/product.page.tsx'),
    route('contribute/heritage', 'features/composer/heritage.page.tsx'),
    route('contribute/artifacts', 'features/composer/artifact.page.tsx'),
    route('contribute/conservation', 'features/composer/conservation.page.tsx'),
    route('dashboard/links/:id', 'features/archive/links.page.tsx'),
    route('contribute/report', 'features/moderation/report.page.tsx'),
    route('contribute/story', 'features/suggestion/story.page.tsx'),
    route('dashboard/keepers', 'features/keepers/queue/queue.page.tsx'),
    route('dashboard/keepers/history/:id', 'features/keepers/history/history.page.tsx'),
    route('dashboard/keepers/groups', 'features/keepers/groups/list.page.tsx'),
    route('dashboard/keepers/groups/:id', 'features/keepers/groups/group.page.tsx'),
    route('dashboard/keepers/introductions', 'features/keepers/introduction/list.page.tsx'),
    route('dashboard/keepers/introductions/:section', 'features/keepers/introduction/form.page.tsx'),
    route('dashboard/keepers/letters', 'features/keepers/letters/letters.page.tsx'),
    route('dashboard/keepers/consents', 'features/consent/keepers.page.tsx'),
    route('dashboard/consents/:id', 'features/consent/entry.page.tsx'),
    route('keepers/suggestions', 'features/suggestion/list.page.tsx'),
    route('dashboard/keepers/import', 'features/import/list.page.tsx'),
    route('dashboard/keepers/import/:id', 'features/import/import.page.tsx'),

    route('dashboard/orders', 'features/shop/shop.page.tsx'),
    route('dashboard/orders/cart', 'features/shop/cart/cart.page.tsx'),
    route('dashboard/orders/my-orders', 'features/shop/order/mine.page.tsx'),
    route('dashboard/orders/:id', 'features/shop/order/order.page.tsx'),
    route('seller/dashboard', 'features/shop/seller/dashboard.page.tsx'),

    route('profile', 'features/account/profile.page.tsx'),
    route('settings', 'features/account/settings.page.tsx'),
    route('admin/members', 'features/admin/members.page.tsx'),
    route('admin/sellers', 'features/shop/seller/requests.page.tsx'),
    route('admin/reports', 'features/moderation/reports.page.tsx'),
    route('admin/audit', 'features/admin/audit.page.tsx'),
    route('admin/care', 'features/care/care.page.tsx'),
    route('admin/figures', 'features/figures/figures.page.tsx'),
  ]),
] satisfies RouteConfig
