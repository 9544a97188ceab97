export {
  type ComparedFile,
  type ComparedTurn,
  compareSessions,
  type SessionComparison,
} from './compare-sessions.ts'
export { type ToldFile, type ToldSession, tellSession } from './tell-session.ts'
export { type ToldPart, type ToldTurn, tellTurn } from './tell-turn.ts'
