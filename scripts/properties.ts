import fc from 'fast-check'

// `npm test` tries the same cases on every machine; `npm run soak` tries new ones, round after round, and a seed that
// fails there is a failing test here: PROPERTY_SEED=… npm test.
const seed = Number(process.env.PROPERTY_SEED ?? 20261115)

// `npm run check` gives each property a moment instead of its two thousand runs.
const quick = process.env.QUICK ? { interruptAfterTimeLimit: 250, markInterruptAsFailure: false } : {}

fc.configureGlobal({ seed, ...quick })
