/**
 * True in a run of `npm run test:deep`, which proves by volume, repetition and real time what `npm test` shows with a
 * few examples. Every file that imports this is part of that run.
 */
export const deep = process.env.TEST_DEPTH === 'deep'
