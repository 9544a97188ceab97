export {
  AGENTS_VARIABLE,
  type AgentPlace,
  type Environment,
  findAgentPlaces,
} from './agent-places.ts'
export { AGENTS, type ReaderState } from './agents.ts'
export { type KnownOriginal, listOriginals } from './copy/list-originals.ts'
export {
  type AgentRoot,
  type RefreshAgentsOptions,
  type RefreshedAgents,
  refreshAgents,
} from './copy/refresh-agents.ts'
export type {
  AgentReader,
  FoundOriginals,
  Original,
  ReadItem,
  ReadPoint,
  ReadProblem,
  SessionHead,
} from './reader.ts'
