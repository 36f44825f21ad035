/**
 * Speculation rules: the next page is fetched while its link is being pressed, about 100 ms sooner and at no extra
 * cost. They exclude files, the login and sign-up pages and links with side effects, and are constant, because the CSP
 * allows them by their hash.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          ...['/api/*', '/files/*', '/export/*', '/choose-language*', '/login*', '/register*', '/*.ics', '/*.xml'].map(
            (href_matches) => ({ not: { href_matches } }),
          ),
          { not: { selector_matches: '[data-load-more], [download]' } },
        ],
      },
      eagerness: 'conservative',
    },
  ],
})
