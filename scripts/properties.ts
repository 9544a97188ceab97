import fc from 'fast-check'

// `npm test` tries the same cases on every machine; `npm run soak` tries new ones, round after round, and a seed that
// fails there is a failing test here: PROPERTY_SEED=… npm test.
const seed = Number(process.env.PROPERTY_SEED ?? 20261115)

// Most properties have two thousand runs. `npm run check` gives each a moment; `npm test` as long as keeps the whole
// suite within its time on two cores; whoever names a seed gets all of them.
const limit = process.env.QUICK ? 250 : process.env.PROPERTY_SEED || process.env.SOAK ? null : 6000

fc.configureGlobal({
  seed,
  ...(limit !== null && { interruptAfterTimeLimit: limit, markInterruptAsFailure: false }),
})
