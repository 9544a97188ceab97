export type { AgentViews } from './attach-agents.ts'
export { type CallSubject, readCallSubject } from './call-subject.ts'
export { formatWork, type WorkLanguage } from './format-work.ts'
export { groupTurns, itemsOf, type Turn, type TurnPart } from './group-turns.ts'
export { measureWork, readOwnTime } from './measure-work.ts'
export { readSessionTitle } from './read-session-title.ts'
export { readTurns } from './read-turns.ts'
export {
  type CallPlace,
  computeSessionChanges,
  type SessionChanges,
  type SessionFile,
  type SessionHunk,
} from './session-changes.ts'
export {
  actionOf,
  countLines,
  summarizeWork,
  type WorkAction,
  type WorkPart,
  type WorkSummary,
} from './work-summary.ts'
