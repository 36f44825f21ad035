import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // The complete route map has 6 KB, less than a request for each visible link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
