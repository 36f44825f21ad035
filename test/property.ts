import fc from 'fast-check'
import { deep } from './depth.ts'

// The gate tries the same values each time, so that a change is judged by what it changes. The long form tries new ones.
if (!deep) fc.configureGlobal({ seed: 20_261_125 })

export default fc
