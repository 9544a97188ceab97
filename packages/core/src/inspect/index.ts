export { checkStored } from './check-stored.ts'
export { type ComputedRequest, computeRequest, isKnownModel, readModel } from './compute-request.ts'
export { computeToolTrace } from './compute-tool-trace.ts'
export { computeTrial, type Trial } from './compute-trial.ts'
export { type FindingGroup, groupFindings } from './group-findings.ts'
export { readPlanWish, STEP_HELP } from './read-plan-wish.ts'
export { findNearIds, findToolIds, listToolMentions } from './tool-ids.ts'
export type {
  RequestRun,
  ToldStep,
  ToolTrace,
  TracedCopy,
  TracedFate,
  TracedRequest,
  TracedResult,
} from './tool-trace.ts'
