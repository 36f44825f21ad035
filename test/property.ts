import fc from 'fast-check'
import { deep } from './depth.ts'

// `npm test` tries the same values each time, so that only a change can cause a failure. `npm run test:deep` tries new
// values.
if (!deep) fc.configureGlobal({ seed: 20_261_125 })

export default fc
