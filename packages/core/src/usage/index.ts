export { computeContextUsage } from './compute-context-usage.ts'
export { type Cost, type CostBasis, type CostOptions, type CostRate, computeCost } from './compute-cost.ts'
export type {
  ContextCategory,
  ContextCategoryId,
  ContextSquare,
  ContextUsage,
  MessageBreakdown,
  NamedTokens,
} from './context-usage.ts'
export type { ContextTool, ContextUsageOptions } from './context-usage-options.ts'
export { estimateTokens } from './estimate-tokens.ts'
export { type CountedContext, findCountedAnswer } from './find-counted-answer.ts'
export { findModelPrices, type ModelPrices, PRICES_AS_OF } from './model-prices.ts'
export { type AnswerSum, type SumAnswersOptions, sumAnswers } from './sum-answers.ts'
export {
  type CountedAnswer,
  createUsageLedger,
  type UsageLedger,
  type UsageReport,
} from './usage-ledger.ts'
export {
  addUsage,
  countCacheWrites,
  countPromptTokens,
  mergeUsage,
  NO_USAGE_SUM,
  toUsageSum,
  type UsageSum,
} from './usage-sum.ts'
