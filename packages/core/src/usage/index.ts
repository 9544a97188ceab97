export { computeContextUsage, estimateMessages } from './compute-context-usage.ts'
export { BESIDE_THE_TOTAL, type Cost, type CostBasis, type CostOptions, computeCost } from './compute-cost.ts'
export type * from './context-usage.ts'
export type { ContextTool, ContextUsageOptions } from './context-usage-options.ts'
export { estimateText, estimateTokens } from './estimate-tokens.ts'
export { type CountedContext, findCountedAnswer } from './find-counted-answer.ts'
export { formatUsd } from './format-usd.ts'
export { type JudgedOutput, judgeOutput } from './judge-output.ts'
export { type AnswerPart, measureAnswer } from './measure-answer.ts'
export { measureAnswerJson, measurePlainAnswer } from './measure-answer-json.ts'
export {
  describePrices,
  findModelPrices,
  type ModelPrices,
  PRICES_AS_OF,
  WEB_SEARCH_USD,
} from './model-prices.ts'
export { type AnswerSum, type SumAnswersOptions, sumAnswers } from './sum-answers.ts'
export type * from './token-rates.ts'
export { findTokenRates, priceTokens } from './token-rates.ts'
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
