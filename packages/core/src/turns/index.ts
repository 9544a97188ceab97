export { formatWork, type WorkLanguage } from './format-work.ts'
export { groupTurns, itemsOf, type Turn, type TurnPart } from './group-turns.ts'
export { measureWork, readOwnTime } from './measure-work.ts'
export {
  actionOf,
  countLines,
  summarizeWork,
  type WorkAction,
  type WorkPart,
  type WorkSummary,
} from './work-summary.ts'
