/** What sessions used and cost, and what filled their context. */
export type NumbersBackend = {}
