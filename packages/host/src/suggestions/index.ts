export { type ContextSearch, suggestContext } from './suggest-context.ts'
