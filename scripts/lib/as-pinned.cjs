const { packages } = require('../../package-lock.json')

// npm skips optional packages whose `engines` don't match the Node that runs npm. These packages run on the pinned
// Node, so this makes npm check them against the pinned version.
const pinned = packages[`node_modules/node-${process.platform}-${process.arch}`]
if (pinned) Object.defineProperty(process, 'version', { value: `v${pinned.version}` })
