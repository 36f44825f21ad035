import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // The complete route map is only 3 KB (scripts/precompress.ts), which costs less than one request for each visible link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
