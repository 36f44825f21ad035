import gateCss from '#ui/styles/gate.css?url'

// All pages that look like a gate export these.

export const handle = { end: 'flat' }
export const links = () => [{ rel: 'stylesheet', href: gateCss }]
