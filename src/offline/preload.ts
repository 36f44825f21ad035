type Preload = Pick<NavigationPreloadManager, 'enable' | 'disable'>

/**
 * Lets the browser request a page while the worker is still starting, except in WebKit, which may then show the body of
 * the worker's own request under the headers of the early one, whose nonce blocks every script of the page.
 */
export async function preloadNavigations(preload: Preload | undefined, userAgent: string): Promise<void> {
  const isWebKit = /AppleWebKit/.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent)
  // In WebKit it may still be enabled, because a browser remembers the choice of an older worker.
  await (isWebKit ? preload?.disable() : preload?.enable())
}
