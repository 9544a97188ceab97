export { type AgentViews, readAgentId, toAgentId } from './attach-agents.ts'
export { type CallSubject, readCallSubject } from './call-subject.ts'
export { formatWork, type WorkLanguage } from './format-work.ts'
export { groupTurns, itemsOf, type PersonTurn, type TurnPart } from './group-turns.ts'
export { measureWork, readOwnTime } from './measure-work.ts'
export { readSessionFolder } from './read-session-folder.ts'
export { readSessionTitle } from './read-session-title.ts'
export { readTurns } from './read-turns.ts'
export {
  type CallPlace,
  computeSessionChanges,
  type FileOfSession,
  findFolder,
  type SessionChanges,
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
