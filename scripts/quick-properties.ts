import fc from 'fast-check'

// `npm run check` gives each property a moment instead of its two thousand runs; `npm test` gives it all of them.
if (process.env.QUICK) fc.configureGlobal({ interruptAfterTimeLimit: 250, markInterruptAsFailure: false })
