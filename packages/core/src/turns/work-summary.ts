import { readCallDiff } from '../changes/read-call-diff.ts'
import { readString } from '../message/read-field.ts'
import type { ChangedLines } from '../patch/count-changed-lines.ts'
import type { ToolStory } from '../ui/tool-story.ts'

/** What a stretch of calls did, in the order in which it is told. */
export type WorkSummary = {
  readonly parts: readonly WorkPart[]
  /** How many calls did not succeed, or were not allowed to. */
  readonly failed: number
  readonly denied: number
  /** How many were ended, or left without a result. */
  readonly interrupted: number
  readonly running: number
}

/** How often something was done; files are counted once, everything else each time. */
export type WorkPart = {
  readonly action: WorkAction
  readonly count: number
  /** Where none of it has come to its end: it runs, was denied or was interrupted. */
  readonly isUndone?: true
  /** Lines, where files were written. */
  readonly added?: number
  readonly removed?: number
}

export type WorkAction = (typeof ACTIONS)[number]

const ACTIONS = [
  'read',
  'searched',
  'fetched',
  'wrote',
  'edited',
  'ran',
  'delegated',
  'planned',
  'used',
] as const

/** Counts what calls did. */
export function summarizeWork(stories: readonly ToolStory[]): WorkSummary {
  const done = new Map<WorkAction, WorkCount>()
  for (const story of stories) {
    const action = actionOf(story.name)
    const count = done.get(action) ?? { names: new Set<string>(), times: 0, ended: 0, added: 0, removed: 0 }
    if (story.status === 'done' || story.status === 'failed') count.ended += 1
    const path = FILE_ACTIONS.has(action) ? readPath(story.input) : undefined
    if (path === undefined) count.times += 1
    else count.names.add(path)
    const lines = FILE_ACTIONS.has(action) ? countLines(story) : undefined
    count.added += lines?.added ?? 0
    count.removed += lines?.removed ?? 0
    done.set(action, count)
  }
  const statuses = (status: ToolStory['status']): number =>
    stories.filter(story => story.status === status).length
  return {
    parts: ACTIONS.flatMap(action => {
      const count = done.get(action)
      return count ? [toPart(action, count)] : []
    }),
    failed: statuses('failed'),
    denied: statuses('denied'),
    interrupted: statuses('interrupted'),
    running: statuses('running'),
  }
}

type WorkCount = {
  readonly names: Set<string>
  times: number
  /** How many came to their end, well or not. */
  ended: number
  added: number
  removed: number
}

function toPart(action: WorkAction, { names, times, ended, added, removed }: WorkCount): WorkPart {
  const part = { action, count: names.size + times, ...(ended === 0 && { isUndone: true as const }) }
  return action === 'wrote' || action === 'edited' ? { ...part, added, removed } : part
}

/** What a tool is for; one that nobody knows is used. */
export function actionOf(name: string): WorkAction {
  return TOOL_ACTIONS.get(name) ?? 'used'
}

const TOOLS: Readonly<Record<Exclude<WorkAction, 'used'>, readonly string[]>> = {
  read: ['Read', 'NotebookRead', 'ReadMcpResourceTool', 'read_file'],
  searched: ['Grep', 'Glob', 'LS', 'LSP', 'ToolSearch', 'WebSearch', 'web_search'],
  fetched: ['WebFetch', 'web_fetch'],
  wrote: ['Write'],
  edited: ['Edit', 'MultiEdit', 'NotebookEdit'],
  ran: ['Bash', 'BashOutput', 'KillShell', 'KillBash', 'PowerShell', 'bash'],
  delegated: ['Task', 'Agent'],
  planned: ['TodoWrite', 'TaskCreate', 'TaskUpdate', 'TaskList', 'TaskGet', 'EnterPlanMode', 'ExitPlanMode'],
}

// A map, since names come from the model: `constructor` must not find what objects inherit.
const TOOL_ACTIONS: ReadonlyMap<string, WorkAction> = new Map(
  ACTIONS.flatMap(action => (action === 'used' ? [] : TOOLS[action].map(name => [name, action] as const))),
)

const FILE_ACTIONS: ReadonlySet<WorkAction> = new Set(['read', 'wrote', 'edited'])

function readPath(input: unknown): string | undefined {
  return readString(input, 'file_path', 'filePath', 'notebook_path', 'path', 'uri')
}

/** How many lines a call added and removed, as its difference tells it; undefined for one that wrote nothing. */
export function countLines(story: ToolStory): ChangedLines | undefined {
  const diff = readCallDiff(story)
  return diff && { added: diff.added, removed: diff.removed }
}
