const { packages } = require('../../package-lock.json')

// npm leaves out optional packages, those built for this machine among them, whose `engines` the Node that runs npm does not
// meet. They are for the Node that runs the site: npm is to judge by that one.
const pinned = packages[`node_modules/node-${process.platform}-${process.arch}`]
if (pinned) Object.defineProperty(process, 'version', { value: `v${pinned.version}` })
