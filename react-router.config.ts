import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  // The whole site map is 6 KB: cheaper than a request for each link that comes into view.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
