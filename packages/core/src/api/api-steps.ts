import type { Step } from './step.ts'
import { checkCallers } from './steps/check-callers.ts'
import { checkMedia } from './steps/check-media.ts'
import { dropBlankText } from './steps/drop-blank-text.ts'
import { dropFallbackMarks } from './steps/drop-fallback-marks.ts'
import { foldIntoResults } from './steps/fold-into-results.ts'
import { keepThinkingRuns } from './steps/keep-thinking-runs.ts'
import { mendToolCalls } from './steps/mend-tool-calls.ts'
import { mendToolResults } from './steps/mend-tool-results.ts'
import { pairServerTools } from './steps/pair-server-tools.ts'
import { pairToolResults } from './steps/pair-tool-results.ts'
import { placeBlocks } from './steps/place-blocks.ts'
import { placeSystemTurns } from './steps/place-system-turns.ts'
import { readableBlocks } from './steps/readable-blocks.ts'
import { resolveToolReferences } from './steps/resolve-tool-references.ts'
import { resultsFirst } from './steps/results-first.ts'
import { wellFormedStrings } from './steps/well-formed-strings.ts'

/** The names of the steps, in their order. */
export const API_STEP_NAMES = [
  'wellFormedStrings',
  'dropFallbackMarks',
  'placeBlocks',
  'mendToolCalls',
  'pairToolResults',
  'readableBlocks',
  'pairServerTools',
  'checkCallers',
  'dropBlankText',
  'keepThinkingRuns',
  'resolveToolReferences',
  'mendToolResults',
  'resultsFirst',
  'foldIntoResults',
  'checkMedia',
  'placeSystemTurns',
] as const

export type ApiStepName = (typeof API_STEP_NAMES)[number]

/** Each step by its name. */
export const STEP_BY_NAME: Readonly<Record<ApiStepName, Step>> = {
  wellFormedStrings,
  dropFallbackMarks,
  placeBlocks,
  mendToolCalls,
  pairToolResults,
  readableBlocks,
  pairServerTools,
  checkCallers,
  dropBlankText,
  keepThinkingRuns,
  resolveToolReferences,
  mendToolResults,
  resultsFirst,
  foldIntoResults,
  checkMedia,
  placeSystemTurns,
}

/** The model's view, stage by stage. Each takes an exchange and leaves one that breaks fewer rules. */
export const API_STEPS: readonly Step[] = API_STEP_NAMES.map(name => STEP_BY_NAME[name])
