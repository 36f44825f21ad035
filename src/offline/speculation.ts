/**
 * Speculation rules: the next page is fetched while its link is being pressed, some 100 ms sooner and no byte more than
 * the press would cost. What changes something, and files, are not. Constant: the content policy allows it by its hash.
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
